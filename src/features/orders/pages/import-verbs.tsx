import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { Reading } from '../reading-contract.ts'
import classes from './import.module.css'
import type { ImportState } from './use-import.ts'

/** What can be done with a file that has been read: look at all of it, then bring it in. */
export function ImportVerbs({ state, reading }: { state: ImportState; reading: Reading }) {
  const [name, setName] = useState(reading.saved?.name ?? '')
  const { check, busy } = state
  const open = reading.questions.length > 0 || reading.lacks.length > 0
  if (!check)
    return (
      <div className={classes.verbs}>
        <Button look="primary" busy={busy} disabled={open} onClick={() => void state.judge()}>
          {m['orders.import.check']()}
        </Button>
      </div>
    )
  const { imported, bad } = check
  const count = here().number(imported)
  return (
    <>
      <Frame title={m['orders.import.saveTitle']()}>
        <TextField
          label={m['orders.import.saveAs']()}
          help={m['orders.import.saveHelp']()}
          optional
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Frame>
      <div className={classes.verbs}>
        <Button
          look="primary"
          busy={busy}
          disabled={imported === 0}
          onClick={() => void state.bringIn(bad > 0 ? 'valid' : 'all', name.trim() || undefined)}
        >
          {bad > 0 ? m['ui.sheet.sendValid']({ count }) : m['ui.sheet.send']({ count })}
        </Button>
      </div>
    </>
  )
}
