import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import type { Splits } from '../splits-contract.ts'
import classes from './splits.module.css'

interface SharerProps {
  /** Whose account shares. */
  portalId: string
  onFound: (accounts: Splits['portals'], taxId: string) => void
}

/** Looks up an account that shares nothing yet by its tax number, which whoever shares with it knows. */
export function SharerField({ portalId, onFound }: SharerProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const [taxId, setTaxId] = useState('')
  const [said, setSaid] = useState<{ error?: string; help?: string }>({})
  const look = async () => {
    const [before, found] = await Promise.all([
      api.billing.listSharers({ portalId }),
      api.billing.listSharers({ portalId, taxId }),
    ])
    if (isFailure(before) || isFailure(found)) return setSaid({ error: m['billing.failed']() })
    const added = found.accounts.filter(({ id }) => before.accounts.every((one) => one.id !== id))
    if (added.length === 0) return setSaid({ error: m['billing.splits.notFound']() })
    onFound(added, taxId.trim())
    setSaid({
      help: m['billing.splits.found']({ account: added.map(({ name }) => name).join(', ') }),
    })
    setTaxId('')
  }
  return (
    <div className={classes.sharer}>
      <TextField
        label={m['billing.splits.byTaxId']()}
        help={said.help ?? m['billing.splits.byTaxIdHelp']()}
        error={said.error}
        value={taxId}
        maxLength={20}
        autoComplete="off"
        onChange={(event) => setTaxId(event.currentTarget.value)}
      />
      <Button disabled={taxId.trim() === ''} onClick={look}>
        {m['billing.splits.look']()}
      </Button>
    </div>
  )
}
