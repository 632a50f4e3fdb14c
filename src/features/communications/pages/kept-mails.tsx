import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { totalOf } from '#ui/total.ts'
import type { KeptMail } from '../notifications-contract.ts'
import classes from './communications.module.css'

interface KeptMailsProps {
  mails: { items: KeptMail[]; total: number; totalCapped: boolean }
  now: Date
}

/** As many as leave the list below in sight. */
const shownFirst = 5

/** Mails that nobody was sent, because no mail server is set up: their links are handed on by hand. */
export function KeptMails({ mails, now }: KeptMailsProps) {
  const { ago, number } = here()
  const [all, setAll] = useState(false)
  const shown = all ? mails.items : mails.items.slice(0, shownFirst)
  const hidden = mails.items.length - shown.length
  return (
    <div className={classes.keptFrame}>
      <Frame title={m['communications.kept.title']()}>
        <p className={classes.quiet}>{m['communications.kept.why']({ total: totalOf(mails) })}</p>
        <ul className={classes.kept}>
          {shown.map(({ id, at, to, subject, text, links }) => (
            <li key={id}>
              <details>
                <summary>
                  <b>{subject}</b>
                  <span>{to}</span>
                  <time dateTime={at}>{ago(at, now)}</time>
                </summary>
                <p className={classes.mail}>{text}</p>
                {links.map((link) => (
                  <p key={link}>
                    <a href={link} rel="noreferrer">
                      {link}
                    </a>
                  </p>
                ))}
              </details>
            </li>
          ))}
        </ul>
        {hidden > 0 ? (
          <Button size="sm" onClick={() => setAll(true)}>
            {m['communications.kept.more']({ count: number(hidden) })}
          </Button>
        ) : undefined}
      </Frame>
    </div>
  )
}
