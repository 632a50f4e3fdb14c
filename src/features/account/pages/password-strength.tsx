import { useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './password-strength.module.css'

const shortest = 8
const advised = 15

/** How well a password would hold, as it is typed: length counts, and what everybody tries first does not. */
export function PasswordStrength({ password }: { password: string }) {
  const [isCommon, setIsCommon] = useState<(password: string) => boolean>()
  const typing = password.length > 0
  useEffect(() => {
    // The list is only worth its bytes to who is choosing a password.
    if (typing) void import('../common-passwords.ts').then((list) => setIsCommon(() => list.isCommonPassword))
  }, [typing])
  if (!typing) return null
  const { marks, level, text } = judge(password, isCommon?.(password) ?? false)
  return (
    <div
      className={classes.strength}
      data-level={level}
      role="status"
      aria-label={m['account.password.strength']()}
    >
      <span className={classes.bar} aria-hidden="true">
        {[1, 2, 3].map((mark) => (
          <i key={mark} data-on={mark <= marks || undefined} />
        ))}
      </span>
      {text}
    </div>
  )
}

function judge(password: string, common: boolean) {
  if (password.length < shortest) return { marks: 1, level: 'weak', text: m['account.password.short']() }
  if (common) return { marks: 1, level: 'weak', text: m['account.password.common']() }
  if (password.length < advised) return { marks: 2, level: 'fair', text: m['account.password.fair']() }
  return { marks: 3, level: 'strong', text: m['account.password.strong']() }
}
