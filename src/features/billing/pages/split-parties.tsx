import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { typedBp } from '#ui/amounts.ts'
import { Button, IconButton } from '#ui/button.tsx'
import type { Splits } from '../splits-contract.ts'
import { rateWord } from './billing-words.ts'
import classes from './splits.module.css'
import { AccountField } from './subject-field.tsx'

export interface Share {
  key: number
  accountId: string
  /** As it is typed. */
  pct: string
}

interface PartiesProps {
  parties: Share[]
  known: Splits['portal']['account'][]
  /** Whoever is not staff chooses among those that this portal shares with. */
  sharers: string | undefined
  onChange: (parties: Share[]) => void
}

/** Between whom: an account and its part a row, and what they come to together. */
export function SplitParties({ parties, known, sharers, onChange }: PartiesProps) {
  const change = (key: number, part: Partial<Share>) =>
    onChange(parties.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const nextKey = Math.max(...parties.map(({ key }) => key)) + 1
  return (
    <>
      {parties.map(({ key, accountId, pct }, at) => (
        <div key={key} className={classes.party}>
          <AccountField
            label={m['billing.splits.account']()}
            value={accountId}
            known={known.filter((one, place) => known.findIndex(({ id }) => id === one.id) === place)}
            sharers={sharers}
            error={undefined}
            onChange={(value) => change(key, { accountId: value })}
          />
          <AmountField
            kind="percent"
            label={m['billing.splits.share']()}
            value={pct}
            onChange={(event) => change(key, { pct: event.currentTarget.value })}
          />
          <IconButton
            path={mdiTrashCanOutline}
            label={m['billing.splits.removeParty']({ n: at + 1 })}
            disabled={parties.length < 2}
            onClick={() => onChange(parties.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <div className={classes.sum}>
        <Button
          adds
          size="sm"
          icon={mdiPlus}
          onClick={() => onChange([...parties, { key: nextKey, accountId: '', pct: '' }])}
        >
          {m['billing.splits.addParty']()}
        </Button>
        <span role="status">{sumWord(parties)}</span>
      </div>
    </>
  )
}

function sumWord(parties: readonly Share[]): string {
  const bps = parties.map(({ pct }) => (pct.trim() ? typedBp(pct) : 0))
  const sum = bps.reduce((all, bp) => all + (Number.isNaN(bp) ? 0 : bp), 0)
  if (sum === 10_000) return m['billing.splits.sumWhole']()
  const word = sum < 10_000 ? m['billing.splits.sum'] : m['billing.splits.sumOver']
  return word({ sum: rateWord(sum), left: rateWord(Math.abs(10_000 - sum)) })
}
