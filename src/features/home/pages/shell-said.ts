import type { ReactNode } from 'react'
import type { NoticeKind } from '#ui/notice.tsx'

/** What is said above every page until it is closed or done. */
export interface Said {
  id: string
  kind: NoticeKind
  text: string
  way?: ReactNode
  close?: { label: string; act: () => void } | undefined
}
