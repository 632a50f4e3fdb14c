import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'

/** In the form's place when the link of a mail is used up or too old. */
export function SpentLink({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div>
      <header>
        <h1>{m['account.spent.title']()}</h1>
        <p>{text}</p>
      </header>
      {children}
    </div>
  )
}
