import {
  mdiBankOutline,
  mdiCalendarSyncOutline,
  mdiCashFast,
  mdiClipboardTextClockOutline,
  mdiConnection,
  mdiEmailOutline,
  mdiFileDocumentOutline,
  mdiImport,
  mdiKeyVariant,
  mdiLockOutline,
  mdiPaletteOutline,
  mdiPercentOutline,
  mdiReceiptTextOutline,
  mdiStorefrontOutline,
} from '@mdi/js'
import type { Session } from '#features/account/contract.ts'
import { deniedPart, detour } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import type { Match } from './match.ts'
import type { Entry } from './palette-entry.ts'

export interface Setting {
  id: string
  title: () => string
  /** What people call what the page holds. */
  words: () => string
  icon: string
  link: string
  staff?: boolean
  /** May this person open it, beyond what its address says? */
  opens?: (session: Session) => boolean
}

/** Pages that hold what people look for by another name. `staff`: of one kind of person alone. */
const settings: readonly Setting[] = [
  {
    id: 'iban',
    title: m['search.settings.iban'],
    words: m['search.settings.ibanWords'],
    icon: mdiBankOutline,
    link: '/billing/information#bank',
    staff: false,
  },
  {
    id: 'bills',
    title: m['search.settings.bills'],
    words: m['search.settings.billsWords'],
    icon: mdiReceiptTextOutline,
    link: '/billing/bills',
    staff: false,
  },
  {
    id: 'advances',
    title: m['search.settings.advances'],
    words: m['search.settings.advancesWords'],
    icon: mdiCashFast,
    link: '/billing/advances',
    staff: false,
  },
  {
    id: 'portal',
    title: m['search.settings.portal'],
    words: m['search.settings.portalWords'],
    icon: mdiStorefrontOutline,
    link: '/dashboard/portal',
    staff: false,
  },
  {
    id: 'legal',
    title: m['search.settings.legal'],
    words: m['search.settings.legalWords'],
    icon: mdiFileDocumentOutline,
    link: '/dashboard/portal/legal',
    staff: false,
  },
  {
    id: 'appearance',
    title: m['search.settings.appearance'],
    words: m['search.settings.appearanceWords'],
    icon: mdiPaletteOutline,
    link: '/dashboard/appearance',
    staff: false,
  },
  {
    id: 'connectors',
    title: m['search.settings.connectors'],
    words: m['search.settings.connectorsWords'],
    icon: mdiConnection,
    link: '/stocks/connectors',
    staff: false,
  },
  {
    id: 'staffConnectors',
    title: m['search.settings.connectors'],
    words: m['search.settings.connectorsWords'],
    icon: mdiConnection,
    link: '/products/connectors',
    staff: true,
  },
  {
    id: 'imports',
    title: m['search.settings.imports'],
    words: m['search.settings.importsWords'],
    icon: mdiImport,
    link: '/stocks/imports',
    staff: false,
  },
  {
    id: 'staffImports',
    title: m['search.settings.imports'],
    words: m['search.settings.importsWords'],
    icon: mdiImport,
    link: '/products/imports',
    staff: true,
  },
  {
    id: 'rates',
    title: m['search.settings.rates'],
    words: m['search.settings.ratesWords'],
    icon: mdiPercentOutline,
    link: '/billing/rates',
    staff: true,
  },
  {
    id: 'calendars',
    title: m['search.settings.calendars'],
    words: m['search.settings.calendarsWords'],
    icon: mdiCalendarSyncOutline,
    link: '/account/calendars',
  },
  {
    id: 'keys',
    title: m['search.settings.keys'],
    words: m['search.settings.keysWords'],
    icon: mdiKeyVariant,
    link: '/account/keys',
  },
  {
    id: 'password',
    title: m['search.settings.password'],
    words: m['search.settings.passwordWords'],
    icon: mdiLockOutline,
    link: '/account',
  },
  {
    id: 'mails',
    title: m['search.settings.mails'],
    words: m['search.settings.mailsWords'],
    icon: mdiEmailOutline,
    link: '/account/inbox',
  },
  {
    id: 'activity',
    title: m['search.settings.activity'],
    words: m['search.settings.activityWords'],
    icon: mdiClipboardTextClockOutline,
    link: '/account/activity',
  },
]

/** Fewer letters begin too much. */
export const shortest = 3

/** Those of these that hold what was typed, and that this person may open. */
export function namedOf(
  all: readonly Setting[],
  session: Session,
  asked: readonly string[],
  match: Match,
): Entry[] {
  if (!asked.some((word) => word.length >= shortest)) return []
  const opens = ({ link, staff, opens: may }: Setting) => {
    const [path = link] = link.split('?')
    return (
      (staff === undefined || staff === session.user.staff) &&
      (may?.(session) ?? true) &&
      detour(session, path) === undefined &&
      deniedPart(session, path) === undefined
    )
  }
  const named = ({ title, words }: Setting) => match(`${title()} ${words()}`, asked)
  return all
    .filter((setting) => named(setting) && opens(setting))
    .map(({ id, title, icon, link }) => ({ key: `setting ${id}`, title: title(), detail: '', icon, link }))
}

export const settingsNamed = (session: Session, asked: readonly string[], match: Match) =>
  namedOf(settings, session, asked, match)
