import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { mayOpen, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { alertCookie } from '#platform/constants.ts'
import { can } from '#platform/permissions.ts'
import { localized } from '#ui/localized.ts'
import type { NoticeKind } from '#ui/notice.tsx'
import type { Said } from './shell-said.ts'

/** What the specification §3 knows of an alert. */
interface Alert {
  code: string
  text: () => string
  link: string
  linkText: () => string
  type: NoticeKind
  closable: boolean
  /** Closed stays closed for a day. */
  checkCookie: boolean
  visible: (path: string) => boolean
}

const alert = (
  code: string,
  text: () => string,
  linkText: () => string,
  link: string,
  more: Partial<Alert> = {},
): Alert => ({
  code,
  text,
  link,
  linkText,
  type: 'warning',
  closable: true,
  checkCookie: true,
  // On the page that it leads to, it stands already.
  visible: (path) => path !== link,
  ...more,
})

const alerts: Alert[] = [
  {
    code: 'no-bill-info',
    text: m['alerts.noBillingInfoText'],
    link: '/billing/information',
    linkText: m['alerts.noBillingInfoLink'],
    type: 'warning',
    closable: true,
    checkCookie: true,
    visible: (path) => path === '/billing' || path.startsWith('/billing/'),
  },
  // A payment that came back stays in view until it is seen to.
  alert(
    'payment-returned',
    m['alerts.paymentReturnedText'],
    m['alerts.paymentReturnedLink'],
    '/billing/information#bank',
    {
      type: 'error',
      closable: false,
      checkCookie: false,
      visible: () => true,
    },
  ),
  alert('bill-to-accept', m['alerts.billToAcceptText'], m['alerts.billToAcceptLink'], '/billing', {
    type: 'info',
    // Billing puts it first, the bill asks for it, and the inbox has it as a message.
    visible: (path) => !/^\/(billing|account\/inbox)(\/|$)/.test(path),
  }),
  alert(
    'agreement-pending',
    m['alerts.agreementPendingText'],
    m['alerts.agreementPendingLink'],
    '/billing/information',
  ),
  alert('domain-error', m['alerts.domainErrorText'], m['alerts.domainErrorLink'], '/dashboard/portal'),
  alert('shop-away', m['alerts.shopAwayText'], m['alerts.shopAwayLink'], '/stocks/connectors'),
  // There each is called by its name.
  alert('blank-out', m['alerts.blankOutText'], m['alerts.blankOutLink'], '/dashboard'),
  alert('low-stock', m['alerts.lowStockText'], m['alerts.lowStockLink'], '/dashboard', { type: 'info' }),
]

/** The most severe alert of the current portal that has words here. */
export function useAlert(codes: readonly string[], path: string): Said | undefined {
  const { alertsClosed, session } = useRouteContext({ from: '__root__' })
  // There «Pendiente de ti» says it, with everything else that waits: once is enough.
  const saidThere = (code: string) =>
    path === '/dashboard' &&
    (code !== 'domain-error' || can(permissionsOf(session), 'portal.editconfiguration'))
  const [closed, setClosed] = useState(alertsClosed)
  const shown = codes
    .map((code) => alerts.find((known) => known.code === code))
    .find(
      (known) =>
        known?.visible(path) &&
        !(closed && known.checkCookie) &&
        !saidThere(known.code) &&
        (mayOpen(session, known.link) || known.code === 'domain-error'),
    )
  if (!shown) return undefined

  const close = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = `${alertCookie.name}=false; Path=/; Max-Age=${alertCookie.seconds}; SameSite=Lax`
    setClosed(true)
  }
  return {
    id: shown.code,
    kind: shown.type,
    text: shown.text(),
    way: mayOpen(session, shown.link) ? <a href={localized(shown.link)}>{shown.linkText()}</a> : undefined,
    close: shown.closable ? { label: m['alerts.close'](), act: close } : undefined,
  }
}
