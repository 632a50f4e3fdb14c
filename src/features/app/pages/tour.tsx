import { mdiClose } from '@mdi/js'
import { useEffect, useRef, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { menuItems } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import classes from './app.module.css'

interface Step {
  title: string
  text: string
}

/** What is worth knowing on the first day, by what the person's menu has. */
function stepsFor(session: Session): Step[] {
  const has = (id: string) => menuItems(session).some((entry) => entry.id === id)
  const say = (title: () => string, text: () => string): Step => ({ title: title(), text: text() })
  const first = session.user.name.split(' ')[0] ?? session.user.name
  return [
    { title: m['app.tour.welcome.title']({ name: first }), text: m['app.tour.welcome.text']() },
    ...(has('dashboard') ? [say(m['app.tour.portal.title'], m['app.tour.portal.text'])] : []),
    ...(has('analytics') ? [say(m['app.tour.analytics.title'], m['app.tour.analytics.text'])] : []),
    ...(has('users') ? [say(m['app.tour.customers.title'], m['app.tour.customers.text'])] : []),
    ...(has('communications') ? [say(m['app.tour.tell.title'], m['app.tour.tell.text'])] : []),
    ...(has('team') ? [say(m['app.tour.team.title'], m['app.tour.team.text'])] : []),
    ...(has('billing') && has('dashboard')
      ? [say(m['app.tour.billing.title'], m['app.tour.billing.text'])]
      : []),
    say(m['app.tour.search.title'], m['app.tour.search.text']),
  ]
}

/** A small card in the corner: it explains and lets one work on meanwhile. */
export default function Tour({ session, onClose }: { session: Session; onClose: () => void }) {
  const [at, setAt] = useState(0)
  const steps = stepsFor(session)
  const step = steps[at]
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
    <section ref={card} className={classes.tour} aria-label={m['app.tour.label']()}>
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
  )
}
