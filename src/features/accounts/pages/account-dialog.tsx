import { Modal } from '@mantine/core'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { ModalRoot } from '#ui/modal-root.tsx'
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
    <ModalRoot opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={account.name}>
        <Modal.Body>
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
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.close']()}</Button>
            </div>
          )}
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
