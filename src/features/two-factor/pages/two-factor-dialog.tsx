import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { PasswordField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Seed, SetUp } from './set-up.tsx'

export type Wish = 'enable' | 'disable' | 'renew'

/** Turning the second factor on or off, or new recovery codes: always with the password first. */
export default function TwoFactorDialog({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const router = useRouter()
  const [seed, setSeed] = useState<Seed>()
  const [codes, setCodes] = useState<string[]>()
  const done = async (text: string) => {
    toast(text)
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['twoFactor.title']()} holds={codes !== undefined} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => done(m['twoFactor.copied']())} />
      ) : seed ? (
        <SetUp
          seed={seed}
          onDone={() => done(m['twoFactor.enabled']())}
          aside={<Button onClick={onClose}>{m['ui.cancel']()}</Button>}
        />
      ) : (
        <PasswordStep
          wish={wish}
          onClose={onClose}
          onSeed={setSeed}
          onCodes={setCodes}
          onDisabled={() => done(m['twoFactor.disabled']())}
        />
      )}
    </Dialog>
  )
}

interface PasswordStepProps {
  wish: Wish
  onClose: () => void
  onSeed: (seed: Seed) => void
  onCodes: (codes: string[]) => void
  onDisabled: () => void
}

const words = {
  enable: [m['twoFactor.title'], m['twoFactor.enableLead'], m['twoFactor.continue']],
  disable: [m['twoFactor.disableTitle'], m['twoFactor.disableText'], m['twoFactor.disable']],
  renew: [m['twoFactor.renewTitle'], m['twoFactor.renewText'], m['twoFactor.renew']],
} as const

function PasswordStep({ wish, onClose, onSeed, onCodes, onDisabled }: PasswordStepProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ password: '' }, m['twoFactor.failed']())
  const [title, lead, verb] = words[wish]
  const go = {
    enable: async () => {
      const seed = await form.send(() => api.twoFactor.startTwoFactor(form.values))
      if (seed) onSeed(seed)
    },
    renew: async () => {
      const said = await form.send(() => api.twoFactor.renewRecoveryCodes(form.values))
      if (said) onCodes(said.recoveryCodes)
    },
    disable: async () => {
      const said = await form.send(() => api.twoFactor.disableTwoFactor(form.values))
      if (said !== undefined) onDisabled()
    },
  }
  return (
    <DialogForm
      title={title()}
      text={lead()}
      verb={verb()}
      danger={wish === 'disable'}
      disabled={form.changed.length === 0}
      form={form}
      onSend={go[wish]}
      onClose={onClose}
    >
      <PasswordField
        label={m['twoFactor.password']()}
        autoComplete="current-password"
        data-autofocus
        value={form.values.password}
        error={form.errors.password}
        onChange={(event) => form.set('password', event.currentTarget.value)}
      />
    </DialogForm>
  )
}
