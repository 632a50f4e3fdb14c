import { useMantineColorScheme } from '@mantine/core'
import { mdiCircleHalfFull, mdiLogout, mdiTranslate } from '@mdi/js'
import { useLocation, useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { otherLanguage, rememberLanguage } from '#ui/language-link.tsx'
import { localized } from '#ui/localized.ts'
import type { Entry } from './palette-entry.ts'

/** What the person's own menu can do, found by name too. */
export function useOwnActs(): (Entry & { words: string })[] {
  const { api } = useRouteContext({ from: '__root__' })
  const here = useLocation({ select: ({ href }) => href })
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  return [
    {
      key: 'action mode',
      title: dark ? m['shell.mode.toLight']() : m['shell.mode.toDark'](),
      words: m['search.actions.modeWords'](),
      detail: '',
      icon: mdiCircleHalfFull,
      run: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    {
      key: 'action language',
      title: m['shell.language.other'](),
      words: m['search.actions.languageWords'](),
      detail: '',
      icon: mdiTranslate,
      run: () => {
        rememberLanguage()
        window.location.assign(localized(here, otherLanguage()))
      },
    },
    {
      key: 'action signOut',
      title: m['shell.person.signOut'](),
      words: m['search.actions.signOutWords'](),
      detail: '',
      icon: mdiLogout,
      run: async () => {
        await api.account.signOut({})
        window.location.assign(localized('/login'))
      },
    },
  ]
}
