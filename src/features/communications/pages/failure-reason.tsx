import { m } from '#paraglide/messages.js'
import { failureWord } from './failure-word.ts'

/** Why a mail did not arrive, in words; what its server said behind them. */
export function FailureReason({ reason }: { reason: string }) {
  const word = failureWord(reason)
  if (!word) return <small>{reason}</small>
  return (
    <details>
      <summary>
        <small>{word}</small>
      </summary>
      <small>{m['communications.notifications.why.said']({ reason })}</small>
    </details>
  )
}
