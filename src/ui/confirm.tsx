import { lazy, Suspense } from 'react'

export interface Question {
  /** Names the thing. */
  title: string
  /** What is lost and what stays. */
  text: string
  /** The verb that does it. */
  verb: string
  /** Only for what cannot be taken back. */
  danger?: boolean
  /** Instead of «Cancel», where that would be unclear. */
  cancel?: string
}

interface ConfirmProps {
  question: Question | undefined
  onConfirm: () => void
  onCancel: () => void
}

// Most visits ask nothing: the dialog comes when it is needed.
const Dialog = lazy(() => import('./confirm-dialog.tsx'))

/** Asks before something that is hard to take back; Escape and outside mean no. */
export function Confirm({ question, onConfirm, onCancel }: ConfirmProps) {
  if (!question) return null
  return (
    <Suspense>
      <Dialog question={question} onConfirm={onConfirm} onCancel={onCancel} />
    </Suspense>
  )
}
