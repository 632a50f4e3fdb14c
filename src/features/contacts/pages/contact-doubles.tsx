import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { ContactDetail } from '../contract.ts'
import classes from './contacts.module.css'

type Double = ContactDetail['doubles'][number]

/** Contacts that look like the same person, and those that were merged into this one. */
export function ContactDoubles({ contact, editable }: { contact: ContactDetail; editable: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [merging, setMerging] = useState<Double>()
  const { doubles, merged } = contact
  if (doubles.length === 0 && merged.length === 0) return null

  const merge = async () => {
    if (!merging) return
    setMerging(undefined)
    const result = await api.contacts.mergeContact({ contactId: contact.id, doubleId: merging.id })
    if (isFailure(result)) {
      const said = typeof result?.error === 'object' ? result.error.message : undefined
      return toast(said ?? m['contacts.form.failed'](), { kind: 'error' })
    }
    toast(m['contacts.doubles.done']())
    await router.invalidate()
  }
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
                onClick={() => setMerging(double)}
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
      <Confirm
        question={
          merging && {
            title: m['contacts.doubles.question']({ double: merging.name, name: contact.name }),
            text: m['contacts.doubles.text'](),
            verb: m['contacts.doubles.merge'](),
          }
        }
        onConfirm={merge}
        onCancel={() => setMerging(undefined)}
      />
    </Frame>
  )
}
