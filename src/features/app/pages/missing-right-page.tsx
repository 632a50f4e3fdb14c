import type { Api } from '#client.ts'
import { isFailure } from '#client.ts'
import type { DeniedPart } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { EmptyStageDrawing } from '#ui/drawing-empty-stage.tsx'
import { NotFoundInShell } from '#ui/error-page.tsx'
import { Page } from '#ui/page.tsx'
import classes from '#ui/state.module.css'
import own from './app.module.css'
import { AskForAccess, whoGives } from './ask-for-access.tsx'

type Explained = Awaited<ReturnType<Api['team']['explainAccess']>>

/** In the place of a page that a permission is lacking for: which, who can give it, and a way to ask them. */
export function MissingRightPage({ data }: { data?: unknown }) {
  const denied = data as (DeniedPart & { why: Explained }) | undefined
  if (!denied) return <NotFoundInShell />
  const { why, ...asked } = denied
  if (isFailure(why)) return <NotFoundInShell />
  return (
    <Page title={why.title}>
      <div className={classes.state} data-framed role="status">
        <span className={own.stage}>
          <EmptyStageDrawing />
        </span>
        <h2>{m['shell.denied.title']({ key: why.missing.join(', ') })}</h2>
        <p>{whoGives(why)}</p>
        {why.givers.length > 0 ? (
          <div className={classes.actions}>
            <AskForAccess asked={asked} why={why} look="primary" />
          </div>
        ) : undefined}
      </div>
    </Page>
  )
}
