import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useEntityForm } from '#ui/entity-form.tsx'
import { TextField } from '#ui/field.tsx'
import { FieldRow, FormPage } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { PickField } from '#ui/pick-field.tsx'
import type { ContactDetail } from '../contract.ts'

interface ContactFormProps {
  contact: ContactDetail
  accounts: readonly { value: string; label: string }[]
  editable: boolean
  side: ReactNode
  /** Below the fields. */
  children: ReactNode
}

const valuesOf = (contact: ContactDetail) => ({
  name: contact.name,
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  organisation: contact.organisation ?? '',
  accountId: contact.account?.id ?? '',
  tags: contact.tags.join(', '),
})

/** What staff know of a contact; name and address of somebody with a login are their own. */
export function ContactForm({ contact, accounts, editable, side, children }: ContactFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: contact,
    valuesOf: (of) => valuesOf(of ?? contact),
    undo: 'again',
    write: ({ tags, email, accountId, ...rest }, edit) =>
      api.contacts.updateContact(
        {
          contactId: contact.id,
          ...rest,
          email: email.trim() || null,
          accountId: accountId || null,
          tags: tags.split(/[,;]/).filter((tag) => tag.trim()),
        },
        edit,
      ),
    words: {
      failed: m['contacts.form.failed'],
      saved: m['contacts.form.saved'],
    },
    names: {
      name: m['contacts.form.name'],
      email: m['contacts.form.email'],
      phone: m['contacts.form.phone'],
      organisation: m['contacts.form.organisation'],
      accountId: m['contacts.form.account'],
      tags: m['contacts.form.tags'],
    },
  })
  const { values, set, errors } = form
  const own = contact.personId !== null
  // The first by name need not have its own among them.
  const { account } = contact
  const known =
    account && !accounts.some(({ value }) => value === account.id)
      ? [{ value: account.id, label: account.name }, ...accounts]
      : accounts
  // A newer version starts the fields anew; what is being written below them stays.
  const [seen, setSeen] = useState(contact.version)
  if (seen !== contact.version) {
    setSeen(contact.version)
    form.reset(valuesOf(contact))
  }
  // One tag's fault is the field's.
  const tagError = errors.tags ?? Object.entries(errors).find(([name]) => name.startsWith('tags.'))?.[1]
  return (
    <FormPage
      formRef={form.ref}
      editable={editable}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={m['contacts.form.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={side}
    >
      {editable ? undefined : <Notice kind="info">{m['contacts.form.readOnly']()}</Notice>}
      <FieldRow>
        <TextField
          label={m['contacts.form.name']()}
          help={own ? m['contacts.form.ownHelp']() : undefined}
          value={values.name}
          error={errors.name}
          disabled={!editable || own}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <TextField
          label={m['contacts.form.email']()}
          optional={!own}
          type="email"
          value={values.email}
          error={errors.email}
          disabled={!editable || own}
          onChange={(event) => set('email', event.currentTarget.value)}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label={m['contacts.form.phone']()}
          optional
          type="tel"
          value={values.phone}
          error={errors.phone}
          disabled={!editable}
          onChange={(event) => set('phone', event.currentTarget.value)}
        />
        <TextField
          label={m['contacts.form.organisation']()}
          optional
          value={values.organisation}
          error={errors.organisation}
          disabled={!editable}
          onChange={(event) => set('organisation', event.currentTarget.value)}
        />
      </FieldRow>
      <FieldRow>
        <PickField
          label={m['contacts.form.account']()}
          none={m['contacts.form.noAccount']()}
          clearable
          optional
          value={values.accountId}
          error={errors.accountId}
          disabled={!editable}
          options={known}
          find={async (q) => {
            const found = await api.contacts.listContactChoices({ q }, { key: 'pick-account' })
            return isFailure(found) ? undefined : found.accounts
          }}
          onChange={(accountId) => set('accountId', accountId)}
        />
        <TextField
          label={m['contacts.form.tags']()}
          help={m['contacts.form.tagsHelp']()}
          optional
          value={values.tags}
          error={tagError}
          disabled={!editable}
          onChange={(event) => set('tags', event.currentTarget.value)}
        />
      </FieldRow>
      {children}
    </FormPage>
  )
}
