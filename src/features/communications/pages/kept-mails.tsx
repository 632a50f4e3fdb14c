import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { totalOf } from '#ui/total.ts'
import type { KeptMail } from '../notifications-contract.ts'
import classes from './communications.module.css'

interface KeptMailsProps {
  mails: { items: KeptMail[]; total: number; totalCapped: boolean }
  now: Date
}

/** Mails that nobody was sent, because no mail server is set up: their links are handed on by hand. */
export function KeptMails({ mails, now }: KeptMailsProps) {
  const { ago } = here()
  return (
    <div className={classes.keptFrame}>
      <Frame title={m['communications.kept.title']()}>
        <p className={classes.quiet}>{m['communications.kept.why']({ total: totalOf(mails) })}</p>
        <ul className={classes.kept}>
          {mails.items.map(({ id, at, to, subject, text, links }) => (
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
      </Frame>
    </div>
  )
}
