import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { localized } from '#ui/localized.ts'
import { Notice } from '#ui/notice.tsx'
import { type Seed, SetUp } from './set-up.tsx'

interface StepProps {
  onDone: (session: Session) => void
}
export type SecondStepProps = StepProps & { step: 'code' | 'enrol' }

/** After the password: a code, or setting up what gives codes. */
export default function SecondStep({ step, onDone }: SecondStepProps) {
  return step === 'code' ? <CodeStep onDone={onDone} /> : <EnrolStep onDone={onDone} />
}

/** The session that owes a code lasts ten minutes: after that, the password again. */
const StartAgain = () => (
  <Button look="ghost" size="lg" full onClick={() => window.location.assign(localized('/login'))}>
    {m['twoFactor.startAgain']()}
  </Button>
)

function CodeStep({ onDone }: StepProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ code: '' }, m['twoFactor.stepFailed']())
  const send = async () => {
    const session = await form.send(() => api.twoFactor.giveCode(form.values))
    if (session) onDone(session)
  }
  return (
    <form
      ref={form.ref}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void send()
      }}
    >
      <header>
        <h1>{m['twoFactor.stepTitle']()}</h1>
        <p>{m['twoFactor.stepLead']()}</p>
      </header>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <TextField
        label={m['twoFactor.stepCode']()}
        help={m['twoFactor.stepHelp']()}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={form.values.code}
        error={form.errors.code}
        onChange={(event) => form.set('code', event.currentTarget.value)}
      />
      <Button type="submit" look="primary" size="lg" full busy={form.busy}>
        {m['twoFactor.stepSubmit']()}
      </Button>
      <StartAgain />
    </form>
  )
}

function EnrolStep({ onDone }: StepProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({}, m['twoFactor.failed']())
  const [seed, setSeed] = useState<Seed>()
  const start = async () => {
    const made = await form.send(() => api.twoFactor.startTwoFactor({ password: '' }))
    if (made) setSeed(made)
  }
  if (seed) return <SetUp seed={seed} onDone={onDone} />
  return (
    <div>
      <header>
        <h1>{m['twoFactor.title']()}</h1>
        <p>{m['twoFactor.enrolLead']()}</p>
      </header>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <Button look="primary" size="lg" full busy={form.busy} onClick={start}>
        {m['twoFactor.continue']()}
      </Button>
      <StartAgain />
    </div>
  )
}
