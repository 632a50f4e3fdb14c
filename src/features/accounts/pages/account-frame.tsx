import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api, Failure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { givenWord } from '#ui/given-word.ts'
import { useMetForm } from '#ui/met-form.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { teamMax } from '../choices.ts'
import classes from './account-frame.module.css'
import { kindWord } from './account-words.ts'

export type OneAccount = Exclude<Awaited<ReturnType<Api['accounts']['getAccount']>>, Failure | undefined>

/** For staff: whose portal this is, who is in it, and the way to change it. */
export function AccountFrame({ account, editable }: { account: OneAccount; editable: boolean }) {
  const [editing, setEditing] = useState(false)
  return (
    <Frame
      title={m['accounts.title']()}
      control={
        editable ? (
          <Button size="sm" onClick={() => setEditing(true)}>
            {m['accounts.edit']()}
          </Button>
        ) : undefined
      }
    >
      <p className={classes.name}>{account.name}</p>
      <p className={classes.quiet}>
        {m['accounts.summary']({
          kind: kindWord(account.organisationType),
          portals: account.portals,
          people: account.people,
        })}
      </p>
      {account.team.length > 0 ? (
        <details className={classes.people}>
          <summary>{m['accounts.people']()}</summary>
          <AccountPeople team={account.team} />
        </details>
      ) : undefined}
      <Dialog label={m['accounts.edit']()} opened={editing} onClose={() => setEditing(false)}>
        <AccountForm account={account} onClose={() => setEditing(false)} />
      </Dialog>
    </Frame>
  )
}

/** Everybody with a membership in one of the account's portals; where they are more than is told, that they are. */
export const AccountPeople = ({ team }: Pick<OneAccount, 'team'>) => (
  <>
    <ul>
      {team.map((person) => (
        <li key={`${person.id} ${person.portal}`}>
          <b>{person.name}</b>
          <span className={classes.quiet}>
            {givenWord(person)}, {person.portal}
          </span>
        </li>
      ))}
    </ul>
    {team.length >= teamMax ? (
      <p className={classes.quiet}>{m['accounts.peopleMore']({ count: here().number(teamMax) })}</p>
    ) : undefined}
  </>
)

const valuesOf = (account: OneAccount | null) => ({
  name: account?.name ?? '',
  type: account?.type ?? 'simple',
  organisationType: String(account?.organisationType ?? ''),
})
type AccountValues = ReturnType<typeof valuesOf>

/** What an account is called and what it is. Changed elsewhere meanwhile, both versions stand side by side. */
export function AccountForm({ account, onClose }: { account: OneAccount; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const accountId = account.id
  const { form, send, conflict } = useMetForm({
    entity: account,
    valuesOf,
    write: ({ name, type, organisationType }, known) =>
      api.accounts.updateAccount(
        { accountId, name, type, organisationType: Number(organisationType) as 1 | 2 | 3 },
        { version: (known ?? account).version },
      ),
    read: () => api.accounts.getAccount({ accountId }),
    failed: m['accounts.failed'](),
    names: {
      name: m['accounts.name'],
      type: m['accounts.type'],
      organisationType: m['accounts.organisation'],
    },
    says: {
      type: (type: 'simple' | 'master') =>
        type === 'master' ? m['accounts.types.master']() : m['accounts.types.simple'](),
      organisationType: (kind: string) => kindWord(Number(kind)),
    },
  })
  const save = async () => {
    if (!(await send())) return
    toast(m['accounts.saved']())
    onClose()
    await router.invalidate()
  }
  return (
    <DialogForm
      title={m['accounts.edit']()}
      verb={m['accounts.save']()}
      form={form}
      onSend={save}
      onClose={onClose}
    >
      {conflict}
      <AccountFields form={form} />
    </DialogForm>
  )
}

const AccountFields = ({ form: { values, set, errors } }: { form: Form<AccountValues> }) => (
  <>
    <TextField
      label={m['accounts.name']()}
      value={values.name}
      error={errors.name}
      maxLength={60}
      data-autofocus
      onChange={(event) => set('name', event.currentTarget.value)}
    />
    <FieldRow>
      <SelectField
        label={m['accounts.organisation']()}
        value={values.organisationType}
        error={errors.organisationType}
        options={['1', '2', '3'].map((value) => ({ value, label: kindWord(Number(value)) }))}
        onChange={(event) => set('organisationType', event.currentTarget.value)}
      />
      <SelectField
        label={m['accounts.type']()}
        help={m['accounts.typeHelp']()}
        value={values.type}
        error={errors.type}
        options={[
          { value: 'simple', label: m['accounts.types.simple']() },
          { value: 'master', label: m['accounts.types.master']() },
        ]}
        onChange={(event) => set('type', event.currentTarget.value as 'master' | 'simple')}
      />
    </FieldRow>
  </>
)
