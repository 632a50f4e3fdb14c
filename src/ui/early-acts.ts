/** What was done on a page before React had taken over: kept by `earlyScript`, done by `doEarlyActs`. */
interface EarlyActs {
  /** What stands in fields that somebody wrote into or ticked. */
  typed: Map<Element, string | boolean>
  /** What was pressed or sent last. */
  act?: HTMLElement | { form: HTMLFormElement; by: HTMLElement | null }
  stop: () => void
}

declare global {
  interface Window {
    earlyActs?: EarlyActs
  }
}

/** How React marks an element that it has taken over: before, an event on it is heard by nobody. */
const reactMark = '__reactProps'

/**
 * Runs before the first paint. On a slow line a page stands for a second before it hears anything: what is written and pressed
 * until then is kept, and no form goes the browser's own way, where its password would be in a request that nobody answers.
 * What is pressed while something written before is still to be put in waits for it: React may hear the one a frame before the
 * other, and a code that somebody has typed would be sent as an empty one.
 */
export const earlyScript = `;(function(){var d=document,m='data-early',a=window.earlyActs={typed:new Map(),stop:function(){for(var n in h)d.removeEventListener(n,h[n],true);d.documentElement.removeAttribute(m)}},h={
input:function(e){var t=e.target;if(!heard(t))a.typed.set(t,/^(checkbox|radio)$/.test(t.type)?t.checked:t.value)},
click:function(e){var b=e.target.closest('button,[role=button],[role=tab]');if(b&&!(b.type==='submit'&&b.form)&&!ready(b)){e.stopImmediatePropagation();keep(b)}},
submit:function(e){if(ready(e.target))return;e.preventDefault();e.stopImmediatePropagation();keep({form:e.target,by:e.submitter})}};
function heard(t){return Object.keys(t).some(function(k){return k.indexOf('${reactMark}')===0})}
function ready(t){return a.typed.size===0&&heard(t)}
function keep(act){a.act=act;d.documentElement.setAttribute(m,'')}
for(var n in h)d.addEventListener(n,h[n],true)})()`

/** Longer than any page needs; afterwards nobody expects their press to be heard. */
const waitMs = 15_000

const taken = (element: Element | null | undefined) =>
  element ? Object.keys(element).some((key) => key.startsWith(reactMark)) : false

/** Writes what was typed into the fields that hear it by now, and forgets those that have left the page. */
function writeTyped(typed: EarlyActs['typed']) {
  for (const [field, value] of typed) {
    if (field.isConnected && !taken(field)) continue
    typed.delete(field)
    write(field, value)
  }
}

/** What was written before has to be there when it is sent. */
function isHeard({ typed, act }: EarlyActs): boolean {
  if (typed.size > 0) return false
  const target = act instanceof HTMLElement ? act : act?.form
  return target?.isConnected ? taken(target) : taken(document.querySelector('main'))
}

/** Does what was done too early, each as soon as its part of the page hears it; what has left the page is forgotten. */
export function doEarlyActs(): void {
  const acts = window.earlyActs
  if (!acts) return
  const until = performance.now() + waitMs
  const look = () => {
    writeTyped(acts.typed)
    const { act } = acts
    const now = isHeard(acts)
    if (!now && performance.now() < until) return void requestAnimationFrame(look)
    acts.stop()
    if (now && act) setTimeout(() => perform(act))
  }
  look()
}

function perform(act: NonNullable<EarlyActs['act']>) {
  if (act instanceof HTMLElement) return act.click()
  act.form.requestSubmit(act.by)
}

/** As if it had been written now: React compares with what it has last seen in the field. */
function write(field: Element, value: string | boolean) {
  if (!field.isConnected) return
  if (field instanceof HTMLInputElement && typeof value === 'boolean') {
    field.checked = !value
    return field.click()
  }
  if (typeof value !== 'string') return
  const changed = () => field.dispatchEvent(new Event('change', { bubbles: true }))
  if (field instanceof HTMLSelectElement) {
    field.value = value
    changed()
    return
  }
  // The files are in it, and nobody but the browser can put them there.
  if (field instanceof HTMLInputElement && field.type === 'file') return void changed()
  const kind = [HTMLInputElement, HTMLTextAreaElement].find((one) => field instanceof one)
  if (!kind) return
  const input = field as HTMLInputElement
  input.value = input.defaultValue
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
