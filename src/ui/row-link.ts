import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** What a press is meant for before the row that it lies on. */
const ownPress = 'a, button, input, select, textarea, label, summary, [role], [tabindex]'

/**
 * Answers a press on a table or a link: plain links move within the dashboard without loading a new document, and a press on a row
 * follows the row's main link; with Ctrl, ⌘ or the middle button in a new tab, as links do.
 */
export function useFollow(): (event: MouseEvent<HTMLElement>) => void {
  const router = useRouter()
  return (event) => {
    const target = event.target as HTMLElement
    const own = target.closest<HTMLElement>(ownPress)
    const onRow = own === null || !event.currentTarget.contains(own)
    const link = onRow
      ? target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('td[data-phone="main"] a[href]')
      : own.closest('a')
    if (!link || link.target || link.origin !== window.location.origin || event.defaultPrevented) return
    const elsewhere = event.metaKey || event.ctrlKey || event.button === 1
    // Links themselves know what keys and buttons mean; somebody who marks a text does not want to leave.
    if (!onRow && (elsewhere || event.button !== 0 || event.shiftKey || event.altKey)) return
    if (onRow && (event.button > 1 || event.shiftKey || event.altKey || String(getSelection()) !== '')) return
    event.preventDefault()
    if (elsewhere) window.open(link.href, '_blank', 'noopener')
    else router.history.push(link.pathname + link.search)
  }
}
