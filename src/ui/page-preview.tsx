import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Api, type Failure, isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { useOnline } from './offline.ts'
import classes from './page-preview.module.css'
import { SideSection } from './side-section.tsx'
import { useAnswer } from './use-answer.ts'

type Asked = Parameters<Api['previews']['previewPart']>[0]

/** Typing rests this long before the page is made anew. */
const restMs = 500

interface PagePreviewProps {
  /** What the form holds, as it would be sent; undefined while it lacks what a page needs. */
  part: Asked | undefined
  /** What is missing, in a sentence, while there is nothing to show. */
  empty: string
}

/** The fans' page with what a form holds on it, beside the form: the page itself, in a frame that can do nothing. */
export function PagePreview({ part, empty }: PagePreviewProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const about = JSON.stringify(part ?? null)
  const { answer, retry } = useAnswer(
    part ? () => api.previews.previewPart(part, { key: 'page-preview' }) : undefined,
    about,
    restMs,
  )
  const failed = isFailure(answer) ? answer : undefined
  useRetryOnline(isUnreached(failed), retry)
  // What could be shown last stays while what is typed on is not whole.
  const shown = useRef<string>(undefined)
  if (answer && !isFailure(answer)) shown.current = answer.url
  return (
    <SideSection title={m['ui.pagePreview.title']()}>
      <Shown
        url={part ? shown.current : undefined}
        waiting={part !== undefined && !failed}
        word={part && failed ? failureWord(failed) : empty}
      />
    </SideSection>
  )
}

/** Not refused but not reached: nothing is wrong with what was typed, and it is asked again once it can be. */
const isUnreached = (failed: Failure | undefined) => failed !== undefined && reasonOf(failed) === undefined

const failureWord = (failed: Failure) =>
  isUnreached(failed) ? m['ui.pagePreview.unreached']() : m['ui.pagePreview.notYet']()

function useRetryOnline(unreached: boolean, retry: () => void) {
  const online = useOnline()
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (online && unreached) latest.current()
  }, [online, unreached])
}

/** The page itself, the place for it while it is being made, or why there is none. */
function Shown({ url, waiting, word }: { url: string | undefined; waiting: boolean; word: string }) {
  if (url)
    return (
      <div className={classes.device}>
        <iframe
          key={url}
          title={m['ui.pagePreview.title']()}
          src={`${url}&lang=${getLocale()}`}
          sandbox="allow-same-origin"
        />
      </div>
    )
  // It is being made: nothing is missing.
  if (waiting)
    return (
      <div className={classes.device} aria-hidden="true">
        <div className={classes.waiting} />
      </div>
    )
  return <p className={classes.empty}>{word}</p>
}
