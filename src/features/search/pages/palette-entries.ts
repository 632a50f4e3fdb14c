import {
  mdiAccountBoxOutline,
  mdiAccountGroupOutline,
  mdiAccountTieOutline,
  mdiBellOutline,
  mdiCalendarBlankOutline,
  mdiCartOutline,
  mdiClockOutline,
  mdiEmailOutline,
  mdiKeyboardOutline,
  mdiLinkVariant,
  mdiPackageVariantClosed,
  mdiPaletteOutline,
  mdiPlus,
  mdiReceiptTextOutline,
  mdiStarOutline,
  mdiStorefrontOutline,
  mdiTshirtCrewOutline,
} from '@mdi/js'
import type { Session } from '#features/account/contract.ts'
import { menuIcon } from '#pages/menu-icons.ts'
import { currentPortal, menuItems, permissionsOf } from '#pages/navigation.ts'
import { showShortcuts } from '#pages/shortcut-keys.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionKey } from '#platform/permissions.ts'
import type { ResultType } from '../choices.ts'
import type { Hit } from '../contract.ts'
import type { Entry, Group } from './palette-entry.ts'
import { pagesNamed, plain, settingsNamed } from './palette-settings.ts'

const icons: Record<ResultType, string> = {
  order: mdiCartOutline,
  bill: mdiReceiptTextOutline,
  portal: mdiStorefrontOutline,
  product: mdiTshirtCrewOutline,
  event: mdiCalendarBlankOutline,
  contact: mdiAccountBoxOutline,
  team: mdiAccountGroupOutline,
  staff: mdiAccountTieOutline,
  stock: mdiPackageVariantClosed,
}

const groupTitles: Record<ResultType, () => string> = {
  order: m['search.groups.order'],
  bill: m['search.groups.bill'],
  portal: m['search.groups.portal'],
  product: m['search.groups.product'],
  event: m['search.groups.event'],
  contact: m['search.groups.contact'],
  team: m['search.groups.team'],
  staff: m['search.groups.staff'],
  stock: m['search.groups.stock'],
}

export const hitGroup = (type: ResultType, hits: readonly Hit[]): Group => ({
  id: type,
  title: groupTitles[type](),
  entries: hits.map(entryOf),
})

const entryOf = (hit: Hit): Entry => ({
  key: `${hit.type} ${hit.id}`,
  title: hit.title,
  detail: hit.detail,
  icon: icons[hit.type],
  link: hit.link,
  hit,
})

/** What was opened lately, newest first. */
export const recentGroup = (hits: readonly Hit[]): Group => ({
  id: 'recent',
  title: m['search.groups.recent'](),
  entries: hits.map((hit) => ({
    ...entryOf(hit),
    key: `recent ${hit.type} ${hit.id}`,
    icon: mdiClockOutline,
  })),
})

interface Action extends Entry {
  may?: PermissionKey
}

/** Pages and actions of this person whose words are named; all of them when nothing is typed. */
export function ownGroups(session: Session, typed: string): Group[] {
  const permissions = permissionsOf(session)
  const member = currentPortal(session) !== undefined
  const action = (key: string, title: string, icon: string, link: string, may?: PermissionKey): Action => ({
    key: `action ${key}`,
    title,
    detail: '',
    icon,
    link,
    ...(may ? { may } : {}),
  })
  const actions: Action[] = [
    ...(member
      ? [
          action(
            'newLink',
            m['search.actions.newLink'](),
            mdiLinkVariant,
            '/dashboard/links/new',
            'portal.editlinks',
          ),
          action(
            'newEvent',
            m['search.actions.newEvent'](),
            mdiPlus,
            '/dashboard/events/new',
            'events.createoreditevents',
          ),
          action(
            'newFeatured',
            m['search.actions.newFeatured'](),
            mdiStarOutline,
            '/dashboard/featured/new',
            'portal.editfeatured',
          ),
          action(
            'appearance',
            m['search.actions.appearance'](),
            mdiPaletteOutline,
            '/dashboard/appearance',
            'portal.editappearance',
          ),
          action(
            'invite',
            m['search.actions.invite'](),
            mdiAccountGroupOutline,
            '/team',
            'team.createoreditteammembers',
          ),
        ]
      : [
          action(
            'newPost',
            m['search.actions.newPost'](),
            mdiEmailOutline,
            '/communications/new',
            'communications.managecommunications',
          ),
          action(
            'inviteStaff',
            m['search.actions.inviteStaff'](),
            mdiAccountTieOutline,
            '/staffs',
            'staff.managestaff',
          ),
        ]),
    action('inbox', m['search.actions.inbox'](), mdiBellOutline, '/account/inbox'),
    action('account', m['search.actions.account'](), mdiAccountBoxOutline, '/account'),
    {
      key: 'action shortcuts',
      title: m['search.actions.shortcuts'](),
      detail: '?',
      icon: mdiKeyboardOutline,
      run: showShortcuts,
    },
  ]
  const pages: Entry[] = menuItems(session)
    .filter(({ disabled }) => !disabled)
    .map(({ id, title, icon, link }) => ({
      key: `page ${id}`,
      title: title(),
      detail: '',
      icon: menuIcon(icon),
      link,
    }))
  const named = (entry: Entry) => plain(entry.title).includes(plain(typed))
  return [
    {
      id: 'settings',
      title: m['search.groups.settings'](),
      entries: settingsNamed(session, typed),
    },
    {
      id: 'actions',
      title: m['search.groups.actions'](),
      entries: actions.filter(({ may }) => !may || can(permissions, may)).filter(named),
    },
    {
      id: 'pages',
      title: m['search.groups.pages'](),
      entries: [...pagesNamed(session, typed), ...pages.filter(named)],
    },
  ].filter(({ entries }) => entries.length > 0)
}
