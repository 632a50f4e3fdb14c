import {
  mdiAccountBoxOutline,
  mdiAccountGroupOutline,
  mdiAccountTieOutline,
  mdiBellOutline,
  mdiEmailOutline,
  mdiKeyboardOutline,
  mdiLinkVariant,
  mdiPaletteOutline,
  mdiPlus,
  mdiStarOutline,
} from '@mdi/js'
import type { Session } from '#features/account/contract.ts'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
import { showShortcuts } from '#pages/shortcut-keys.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionKey } from '#platform/permissions.ts'
import type { Match } from './match.ts'
import type { Entry } from './palette-entry.ts'

interface Act extends Entry {
  may?: PermissionKey
  /** What people also call it. */
  words?: string
}

/** What this person can do from anywhere, by the words that name it. `own`: what only the page itself knows how to do. */
export function actsNamed(
  session: Session,
  own: readonly Act[],
  asked: readonly string[],
  match: Match,
): Entry[] {
  const permissions = permissionsOf(session)
  const member = currentPortal(session) !== undefined
  const action = (
    key: string,
    title: string,
    icon: string,
    link: string,
    may?: PermissionKey,
    words = '',
  ): Act => ({
    key: `action ${key}`,
    title,
    detail: '',
    icon,
    link,
    words,
    ...(may ? { may } : {}),
  })
  const acts: Act[] = [
    ...(member
      ? [
          action(
            'newLink',
            m['search.actions.newLink'](),
            mdiLinkVariant,
            '/dashboard/links/new',
            'portal.editlinks',
            m['search.actions.newLinkWords'](),
          ),
          action(
            'newEvent',
            m['search.actions.newEvent'](),
            mdiPlus,
            '/dashboard/events/new',
            'events.createoreditevents',
            m['search.actions.newEventWords'](),
          ),
          action(
            'newFeatured',
            m['search.actions.newFeatured'](),
            mdiStarOutline,
            '/dashboard/featured/new',
            'portal.editfeatured',
            m['search.actions.newFeaturedWords'](),
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
            m['search.actions.newPostWords'](),
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
    ...own,
  ]
  return acts
    .filter(({ may }) => !may || can(permissions, may))
    .filter(({ title, words = '' }) => match(`${title} ${words}`, asked))
}
