import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** What a press is meant for before the row that it lies on. */
const ownPress = 'a, button, input, select, textarea, label, summary, [role], [tabindex]'

/** The link that a press is meant for: the one under it, or the main one of its row. */
function linkOf({ target, currentTarget }: MouseEvent<HTMLElement>) {
  const pressed = target as HTMLElement
  const own = pressed.closest<HTMLElement>(ownPress)
  const onRow = own === null || !currentTarget.contains(own)
  const link = onRow
    ? pressed.closest('tbody tr')?.querySelector<HTMLAnchorElement>('td[data-phone="main"] a[href]')
    : own.closest('a')
  return { link, onRow }
}

const leavesPage = (link: HTMLAnchorElement) => link.target !== '' || link.origin !== window.location.origin

/** Links themselves know what keys and buttons mean; somebody who marks a text does not want to leave. */
function isLeftAlone(event: MouseEvent, onRow: boolean, elsewhere: boolean): boolean {
  if (event.shiftKey || event.altKey) return true
  return onRow ? event.button > 1 || String(getSelection()) !== '' : elsewhere || event.button !== 0
}

/**
 * Answers a press on a table or a link: plain links move within the dashboard without loading a new document, and a press on a row
 * follows the row's main link; with Ctrl, ⌘ or the middle button in a new tab, as links do.
 */
export function useFollow(): (event: MouseEvent<HTMLElement>) => void {
  const router = useRouter()
  return (event) => {
    const { link, onRow } = linkOf(event)
    if (!link || leavesPage(link) || event.defaultPrevented) return
    const elsewhere = event.metaKey || event.ctrlKey || event.button === 1
    if (isLeftAlone(event, onRow, elsewhere)) return
    event.preventDefault()
    if (elsewhere) window.open(link.href, '_blank', 'noopener')
    else router.history.push(link.pathname + link.search)
  }
}
