import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './import.module.css'

/** What money without a reference rate is counted at, asked once for the whole file. */
export function ImportRate({ currency, onRate }: { currency: string; onRate: (rate: string) => void }) {
  const [rate, setRate] = useState('')
  const plain = rate.trim().replace(',', '.')
  return (
    <Notice kind="warning">
      <p className={classes.question}>{m['orders.import.lacksRate']({ currency })}</p>
      <span className={classes.rate}>
        <TextField
          label={m['orders.connectors.rateOf']({ currency })}
          inputMode="decimal"
          value={rate}
          onChange={({ currentTarget }) => setRate(currentTarget.value)}
        />
        <Button
          disabled={!/^\d{1,6}(\.\d{1,8})?$/.test(plain) || Number(plain) === 0}
          onClick={() => onRate(plain)}
        >
          {m['orders.import.applyRate']()}
        </Button>
      </span>
    </Notice>
  )
}
