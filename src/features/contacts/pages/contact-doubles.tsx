import { useRouteContext } from '@tanstack/react-router'
import { reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import type { ContactDetail } from '../contract.ts'
import classes from './contacts.module.css'

type Double = ContactDetail['doubles'][number]

/** Contacts that look like the same person, and those that were merged into this one. */
export function ContactDoubles({ contact, editable }: { contact: ContactDetail; editable: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const merging = useAskFirst<Double>({
    question: ({ name }) => ({
      title: m['contacts.doubles.question']({ double: name, name: contact.name }),
      text: m['contacts.doubles.text'](),
      verb: m['contacts.doubles.merge'](),
    }),
    act: ({ id }) => api.contacts.mergeContact({ contactId: contact.id, doubleId: id }),
    done: m['contacts.doubles.done'],
    failed: (failure) => reasonOf(failure) ?? m['contacts.form.failed'](),
  })
  const { doubles, merged } = contact
  if (doubles.length === 0 && merged.length === 0) return null

  return (
    <Frame title={m['contacts.doubles.title']()}>
      <ul className={classes.plain}>
        {doubles.map((double) => (
          <li key={double.id}>
            <span className={classes.person}>
              <a href={localized(`/users/${double.id}`)}>{double.name}</a>
              <small>{double.email ?? m['contacts.noAddress']()}</small>
            </span>
            {editable && !(double.login && contact.personId) ? (
              <Button
                size="sm"
                aria-label={m['contacts.doubles.mergeLabel']({ name: double.name })}
                onClick={() => merging.ask(double)}
              >
                {m['contacts.doubles.merge']()}
              </Button>
            ) : undefined}
          </li>
        ))}
        {merged.map(({ id, name, email, mergedAt }) => (
          <li key={id}>
            <span>{name}</span>
            <small>
              {m['contacts.doubles.merged']({
                address: email ?? m['contacts.noAddress'](),
                date: here().date(mergedAt),
              })}
            </small>
          </li>
        ))}
      </ul>
      {merging.dialog}
    </Frame>
  )
}
