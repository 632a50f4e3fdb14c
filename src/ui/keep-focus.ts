const reachable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'

/** What stood around something when it had the focus: where to go on once it is gone. */
interface Place {
  around: Element
  page: string
  before: HTMLElement[]
  after: HTMLElement[]
}

const places = new WeakMap<Element, Place>()

const reachableIn = (around: Element) => [...around.querySelectorAll<HTMLElement>(reachable)]

function note(at: Element): void {
  const around = at.closest('[role=dialog], form, main')
  if (!around) return
  const all = reachableIn(around)
  const place = all.indexOf(at as HTMLElement)
  if (place < 0) return
  places.set(at, {
    around,
    page: location.pathname,
    before: all.slice(0, place).reverse(),
    after: all.slice(place + 1),
  })
}

/** Of what is still there, the next that can be reached from where this one stood; on another page, nothing. */
export function nextTo(gone: Element): HTMLElement | undefined {
  const place = places.get(gone)
  if (!place?.around.isConnected || place.page !== location.pathname) return undefined
  return [...place.after, ...place.before].find(
    (one) => one.isConnected && !one.matches(':disabled') && one.checkVisibility(),
  )
}

/**
 * Whoever takes a row away by keyboard, with its own button or after a question, goes on where it stood: at the next thing
 * that can be reached, not at the top of the page, where the browser starts anew when what had the focus is gone, or greys
 * itself: a form's button once all is saved, the pager's on the last page. Whoever
 * adds one (a button that `adds`) goes on in its first field: it has come before the button, and Tab leads on. A press of
 * a pointer moves nothing: on a phone a field would open its keyboard.
 */
export function keepFocus(): void {
  let at: Element | undefined
  const watch = new MutationObserver(() => {
    if (!at || (at.isConnected && !at.matches(':disabled'))) return
    const gone = at
    at = undefined
    // What has greyed itself still has the focus for as long as nothing is drawn.
    if ([document.body, gone].includes(document.activeElement as HTMLElement)) nextTo(gone)?.focus()
  })
  const look = (target: EventTarget | null) => {
    if (!(target instanceof Element) || target === document.body) return
    at = target
    note(at)
  }
  let byKeys = false
  document.addEventListener(
    'keydown',
    () => {
      if (byKeys) return
      byKeys = true
      watch.observe(document.body, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['disabled'],
      })
      look(document.activeElement)
    },
    true,
  )
  document.addEventListener(
    'pointerdown',
    () => {
      byKeys = false
      at = undefined
      watch.disconnect()
    },
    true,
  )
  document.addEventListener('focusin', ({ target }) => byKeys && look(target), true)
  document.addEventListener(
    'click',
    ({ detail, target }) => {
      const button = detail === 0 && target instanceof Element ? target.closest('button') : null
      if (!button) return
      // What stands around may have changed since it got the focus.
      look(button)
      const around = button.dataset.adds && button.closest('[role=dialog], form, main')
      if (!around) return
      const had = new Set(reachableIn(around))
      setTimeout(() =>
        reachableIn(around)
          .find((one) => !had.has(one) && !one.matches(':disabled'))
          ?.focus(),
      )
    },
    true,
  )
}
