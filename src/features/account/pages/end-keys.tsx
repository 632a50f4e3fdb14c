import { m } from '#paraglide/messages.js'
import { SwitchField } from '#ui/field.tsx'

interface EndKeysProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether programs lose their way in too when a password or an address changes. */
export const EndKeys = (props: EndKeysProps) => (
  <SwitchField label={m['account.endKeys']()} help={m['account.endKeysHelp']()} {...props} />
)
