import { lazy } from 'react'
import type Dialog from './sheet-dialog.tsx'

/** The dialog for many rows from a file, loaded when it opens; `lazy` alone would forget what the answer is. */
export const SheetDialog = lazy(() => import('./sheet-dialog.tsx')) as unknown as typeof Dialog
