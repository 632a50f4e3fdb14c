const reachable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'

/**
 * Whoever takes a row away with its own button, by keyboard, goes on where it stood: at the next thing that can be reached,
 * not at the top of the page, where the browser starts anew when what had the focus is gone. A press of a pointer moves
 * nothing: on a phone a field would open its keyboard.
 */
export function keepFocus(): void {
  let stop = () => {}
  document.addEventListener(
    'click',
    ({ detail, target }) => {
      stop()
      const button = detail === 0 && target instanceof Element ? target.closest('button') : null
      const around = button?.closest('[role=dialog], form, main')
      if (!button || !around) return
      const all = [...around.querySelectorAll<HTMLElement>(reachable)]
      const at = all.indexOf(button)
      const [before, after] = [all.slice(0, at).reverse(), all.slice(at + 1)]
      const watch = new MutationObserver(() => {
        if (button.isConnected) return
        stop()
        if (document.activeElement !== document.body || !around.isConnected) return
        const next = [...after, ...before].find((one) => one.isConnected && !one.matches(':disabled'))
        next?.focus()
      })
      watch.observe(document.body, { childList: true, subtree: true })
      stop = () => watch.disconnect()
    },
    true,
  )
  // What is pressed or focused next is where one is.
  for (const name of ['keydown', 'pointerdown'] as const) document.addEventListener(name, () => stop(), true)
}
