import { lazy, Suspense } from 'react'
import type { Question } from './confirm-dialog.tsx'

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
