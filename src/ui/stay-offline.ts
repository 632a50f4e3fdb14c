/** Told when somebody wanted to leave a page while nothing can be loaded. */
export const stayed = 'stayed-offline'

/**
 * Without a connection no other page can come: a way to one is not taken, so that what stands here, and what was typed in it,
 * stays. Before anything else hears the click.
 */
export function stayOffline(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (navigator.onLine || !(event.target instanceof Element)) return
      // A row leads where its main link does.
      const own = event.target.closest('a[href], button, input, select, label, summary')
      const way = own ?? event.target.closest('tbody tr')?.querySelector('td[data-phone="main"] a[href]')
      if (!(way instanceof HTMLAnchorElement) || way.origin !== window.location.origin) return
      if (way.hash && way.pathname === window.location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      window.dispatchEvent(new Event(stayed))
    },
    true,
  )
}
