import { mdiClose } from '@mdi/js'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { menuItems } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import classes from './app.module.css'

interface Step {
  title: string
  text: string
  /** What it is about, on the page that is open: the first of these that can be seen. */
  at?: string
}

/** An entry of the menu, or what opens the menu where it is folded away. */
const entry = (id: string) => `nav[data-narrow] a[href$="/${id}"], header [data-opens-menu] button`
const searchBox = 'header [data-search]'

/** What a step is about can be told only where it can be seen. */
const seen = (at: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(at)].find((one) => one.getClientRects().length > 0)

/** What is worth knowing on the first day, by what the person's menu has. */
function stepsFor(session: Session): Step[] {
  const has = (id: string) => menuItems(session).some((item) => item.id === id)
  const say = (id: string, title: () => string, text: () => string): Step => ({
    title: title(),
    text: text(),
    at: entry(id),
  })
  const first = session.user.name.split(' ')[0] ?? session.user.name
  const steps: Step[] = [
    { title: m['app.tour.welcome.title']({ name: first }), text: m['app.tour.welcome.text']() },
    ...(has('dashboard') ? [say('dashboard', m['app.tour.portal.title'], m['app.tour.portal.text'])] : []),
    ...(has('analytics')
      ? [say('analytics', m['app.tour.analytics.title'], m['app.tour.analytics.text'])]
      : []),
    ...(has('users') ? [say('users', m['app.tour.customers.title'], m['app.tour.customers.text'])] : []),
    ...(has('communications')
      ? [say('communications', m['app.tour.tell.title'], m['app.tour.tell.text'])]
      : []),
    ...(has('team') ? [say('team', m['app.tour.team.title'], m['app.tour.team.text'])] : []),
    ...(has('billing') && has('dashboard')
      ? [say('billing', m['app.tour.billing.title'], m['app.tour.billing.text'])]
      : []),
    { title: m['app.tour.search.title'](), text: m['app.tour.search.text'](), at: searchBox },
  ]
  return steps.filter(({ at }) => !at || seen(at))
}

/** Where what a step is about stands now; it moves with the window. */
function usePlace(at: string | undefined): DOMRect | undefined {
  const [place, setPlace] = useState<DOMRect>()
  useLayoutEffect(() => {
    const look = () => setPlace(at ? seen(at)?.getBoundingClientRect() : undefined)
    look()
    addEventListener('resize', look)
    addEventListener('scroll', look, true)
    return () => {
      removeEventListener('resize', look)
      removeEventListener('scroll', look, true)
    }
  }, [at])
  return place
}

/** Beside what it is about where there is room to its right, below it otherwise; on a phone it stays at the bottom. */
function besides(place: DOMRect | undefined): CSSProperties | undefined {
  if (!place || innerWidth < phoneBelow) return undefined
  const beside = place.right + gap + cardWidth < innerWidth && place.left < innerWidth / 4
  return beside
    ? {
        left: place.right + gap,
        top: Math.min(place.top, innerHeight - cardHeight),
        right: 'auto',
        bottom: 'auto',
      }
    : { left: Math.max(gap, place.left), top: place.bottom + gap, right: 'auto', bottom: 'auto' }
}
const gap = 16
const cardWidth = 360
/** About as high as the longest of its texts makes it. */
const cardHeight = 240
const phoneBelow = 768

/** A small card beside what it explains, which is ringed; one can work on meanwhile. */
export default function Tour({ session, onClose }: { session: Session; onClose: () => void }) {
  const [at, setAt] = useState(0)
  const [steps] = useState(() => stepsFor(session))
  const step = steps[at]
  const place = usePlace(step?.at)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && card.current?.contains(document.activeElement)) onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  if (!step) return null
  const last = at === steps.length - 1
  return (
    <>
      {place ? (
        <div
          className={classes.ring}
          style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
        />
      ) : undefined}
      <section
        ref={card}
        className={classes.tour}
        data-of-nothing={step.at ? undefined : true}
        style={besides(place)}
        aria-label={m['app.tour.label']()}
      >
        <div className={classes.head}>
          <small>{m['app.tour.step']({ at: at + 1, of: steps.length })}</small>
          <IconButton label={m['app.tour.skip']()} path={mdiClose} onClick={onClose} />
        </div>
        <div aria-live="polite">
          <h2 className={classes.title}>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        <div className={classes.steps}>
          {at > 0 ? <Button onClick={() => setAt(at - 1)}>{m['app.tour.back']()}</Button> : undefined}
          <Button look="primary" onClick={() => (last ? onClose() : setAt(at + 1))}>
            {last ? m['app.tour.done']() : m['app.tour.next']()}
          </Button>
        </div>
      </section>
    </>
  )
}
