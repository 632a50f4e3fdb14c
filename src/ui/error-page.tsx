import { type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { m } from '#paraglide/messages.js'
import { ButtonAnchor } from './button.tsx'
import { EmptyStageDrawing } from './drawing-empty-stage.tsx'
import { UnpluggedDrawing } from './drawing-unplugged.tsx'
import classes from './error-page.module.css'
import { localized } from './localized.ts'
import { Logo } from './logo.tsx'

/** The whole page when an address leads nowhere (404). */
export const NotFoundPage = () => (
  <main className={classes.page}>
    <Logo />
    <NoPage />
  </main>
)

/** The same inside the shell, whose menu is a way on. */
export const NotFoundInShell = () => (
  <div className={classes.page} data-inside>
    <NoPage />
  </div>
)

function NoPage() {
  const path = useLocation({ select: (location) => localized(location.pathname) })
  // The page that would have stood here has named the tab.
  useEffect(() => {
    const before = document.title
    document.title = `${m['errors.pageNoFound']()} · Backline`
    return () => {
      document.title = before
    }
  }, [])
  return (
    <>
      <EmptyStageDrawing />
      <h1>{m['errors.pageNoFound']()}</h1>
      <p>{m['errors.pageNoFoundHelp']()}</p>
      {/* What the specification calls the error, for whoever looks for it; a reader has it in their language. */}
      <p className={classes.status} data-error={`Page Not Found: ${path}`}>
        {m['errors.status']({ status: 404 })} · {m['errors.pageNoFoundPath']({ path })}
      </p>
      <BackHome />
    </>
  )
}

/** What reads pages for others is shown no error page: what failed is only logged (specification §8). */
function isForBots(error: unknown): boolean {
  const bot =
    typeof document !== 'undefined' && /bot|crawl|spider|slurp|externalhit/i.test(navigator.userAgent)
  if (bot) console.error(error)
  return bot
}

/** The whole page when something failed that nobody foresaw. */
export const ErrorPage = ({ error }: ErrorComponentProps) =>
  isForBots(error) ? null : (
    <main className={classes.page}>
      <Logo />
      <Failure error={error} />
    </main>
  )

/** The same inside the shell, which still stands. */
export const ErrorInShell = ({ error }: ErrorComponentProps) =>
  isForBots(error) ? null : (
    <div className={classes.page} data-inside>
      <Failure error={error} />
    </div>
  )

const Failure = ({ error }: { error: unknown }) => (
  <>
    <UnpluggedDrawing />
    <h1>{m['errors.genericError']()}</h1>
    <p>{m['errors.genericErrorHelp']()}</p>
    <p className={classes.status}>{m['errors.status']({ status: statusOf(error) })}</p>
    <BackHome />
  </>
)

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 500

// A plain link: after a failure a fresh document is the safer start.
const BackHome = () => (
  <ButtonAnchor href={localized('/')} look="primary" size="lg" full>
    {m['buttons.backToHome']()}
  </ButtonAnchor>
)
