import { lazy } from 'react'

/** Comes with the first SKU that is assigned. */
export const MapDialog = lazy(() => import('./map-dialog.tsx'))
