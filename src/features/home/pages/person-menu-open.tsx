import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  mdiAccountOutline,
  mdiApi,
  mdiCircleHalfFull,
  mdiClipboardTextClockOutline,
  mdiKeyboardOutline,
  mdiLogout,
  mdiNewspaperVariantOutline,
  mdiSignDirection,
  mdiTranslate,
} from '@mdi/js'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { Session } from '#features/account/contract.ts'
import { mayReadActivity } from '#pages/navigation.ts'
import { showShortcuts, showTour } from '#pages/shortcut-keys.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { LanguageLink } from '#ui/language-link.tsx'
import { localized } from '#ui/localized.ts'
import { MenuFrame } from '#ui/menu-frame.tsx'
import type { MenuButton } from '#ui/menu-on-demand.tsx'

/** Account, language and light, and the way out. */
export default function PersonMenuOpen({ session, button }: { session: Session; button: MenuButton }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  const signOut = async () => {
    await api.account.signOut({})
    window.location.assign(localized('/login'))
  }
  return (
    <MenuFrame position="bottom-end" button={button}>
      <Menu.Label>
        <b>{session.user.name}</b>
        <br />
        {session.user.email}
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item component={Link} to="/account" leftSection={<Icon path={mdiAccountOutline} />}>
        {m['shell.person.account']()}
      </Menu.Item>
      {mayReadActivity(session) ? (
        <Menu.Item
          component={Link}
          to="/account/activity"
          leftSection={<Icon path={mdiClipboardTextClockOutline} />}
        >
          {m['activity.title']()}
        </Menu.Item>
      ) : undefined}
      <Menu.Item
        component={Link}
        to="/account/updates"
        leftSection={<Icon path={mdiNewspaperVariantOutline} />}
      >
        {m['app.help.news']()}
      </Menu.Item>
      <Menu.Item leftSection={<Icon path={mdiKeyboardOutline} />} onClick={showShortcuts}>
        {m['app.help.shortcuts']()}
      </Menu.Item>
      <Menu.Item leftSection={<Icon path={mdiSignDirection} />} onClick={showTour}>
        {m['app.help.tour']()}
      </Menu.Item>
      <Menu.Item component="a" href="/api/reference" leftSection={<Icon path={mdiApi} />}>
        {m['app.help.api']()}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item component={LanguageLink} leftSection={<Icon path={mdiTranslate} />}>
        {m['shell.language.other']()}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<Icon path={mdiCircleHalfFull} />}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        {dark ? m['shell.mode.toLight']() : m['shell.mode.toDark']()}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<Icon path={mdiLogout} />} onClick={signOut}>
        {m['shell.person.signOut']()}
      </Menu.Item>
    </MenuFrame>
  )
}
