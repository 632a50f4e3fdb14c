import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import classes from './account-frame.module.css'
import { AccountForm, AccountPeople, type OneAccount } from './account-frame.tsx'

interface AccountDialogProps {
  account: OneAccount
  editable: boolean
  onClose: () => void
}

/** One account: what it is, and everybody in it. */
export default function AccountDialog({ account, editable, onClose }: AccountDialogProps) {
  return (
    <Dialog label={account.name} onClose={onClose}>
      {editable ? (
        <AccountForm account={account} onClose={onClose} />
      ) : (
        <h2 className={classes.heading}>{account.name}</h2>
      )}
      <section className={classes.everybody}>
        <h3>{m['accounts.list.peopleOf']({ account: account.name })}</h3>
        {account.team.length > 0 ? (
          <AccountPeople team={account.team} />
        ) : (
          <p className={classes.quiet}>{m['accounts.list.noPeople']()}</p>
        )}
      </section>
      {editable ? undefined : (
        <DialogActions>
          <Button onClick={onClose}>{m['ui.close']()}</Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
