import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import type { Certificate } from '../certificate-contract.ts'
import classes from './billing.module.css'

const CertificateDialog = lazy(() => import('./certificate-dialog.tsx'))

const notices = {
  soon: m['billing.certificate.soon'],
  expired: m['billing.certificate.expired'],
  ofOther: m['billing.certificate.ofOther'],
} as const

/** What invoices in Facturae are signed with, and until when. */
export function CertificateFrame({
  certificate,
  mayChange,
}: {
  certificate: Certificate | null
  mayChange: boolean
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const [opened, setOpened] = useState(false)
  const { ask, dialog } = useAskFirst<null>({
    question: () => ({
      title: m['billing.certificate.removeTitle'](),
      text: m['billing.certificate.removeText'](),
      verb: m['billing.certificate.remove'](),
      danger: true,
    }),
    act: () => api.billing.deleteCertificate({}),
    done: () => m['billing.certificate.removed'](),
    failed: () => m['billing.failed'](),
  })
  return (
    <Frame
      title={m['billing.certificate.title']()}
      control={
        mayChange ? (
          <Button size="sm" onClick={() => setOpened(true)}>
            {certificate ? m['billing.certificate.change']() : m['billing.certificate.add']()}
          </Button>
        ) : undefined
      }
    >
      <div className={classes.stack}>
        {certificate ? <CertificateText certificate={certificate} /> : undefined}
        <p className={classes.quiet}>{m['billing.certificate.text']()}</p>
        {certificate && mayChange ? (
          <span>
            <Button size="sm" onClick={() => ask(null)}>
              {m['billing.certificate.remove']()}
            </Button>
          </span>
        ) : undefined}
      </div>
      {dialog}
      <Suspense>{opened ? <CertificateDialog onClose={() => setOpened(false)} /> : undefined}</Suspense>
    </Frame>
  )
}

/** Whose it is, until when, and what is wrong with it. */
function CertificateText({ certificate: { state, subject, validTo } }: { certificate: Certificate }) {
  const day = here().date(validTo)
  return (
    <>
      {state === 'valid' ? undefined : (
        <Notice kind={state === 'soon' ? 'warning' : 'error'}>{notices[state]({ day })}</Notice>
      )}
      <p className={classes.text}>
        {subject}
        <br />
        {m['billing.certificate.until']({ day })}
      </p>
    </>
  )
}
