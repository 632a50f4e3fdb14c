import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import classes from './button.module.css'
import { Icon } from './icon.tsx'

interface Look {
  look?: 'primary' | 'plain' | 'ghost' | 'danger' | 'dangerFilled'
  size?: 'sm' | 'md' | 'lg'
  /** An mdi path, before the text. */
  icon?: string
  full?: boolean
}
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    busy?: boolean
    /** A row comes before it with each press: who presses it by keyboard goes on there. */
    adds?: boolean
    ref?: Ref<HTMLButtonElement>
  }

const marks = ({ look = 'plain', size = 'md', full }: Look) => ({
  className: classes.button,
  'data-look': look,
  'data-size': size,
  'data-full': full || undefined,
})

/** A button. While `busy` it stays focusable, says so, and ignores presses. */
export function Button({
  look,
  size,
  icon,
  full,
  busy,
  adds,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      {...marks({ look, size, full } as Look)}
      {...rest}
      data-adds={adds || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon ? <Icon path={icon} size={17} /> : undefined}
      {children}
    </button>
  )
}

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & Look & { children?: ReactNode }

/** An outside address that looks like a button. */
export function ButtonAnchor({ look, size, icon, full, children, ...rest }: AnchorProps) {
  return (
    <a {...marks({ look, size, full } as Look)} {...rest}>
      {icon ? <Icon path={icon} size={17} /> : undefined}
      {children}
    </a>
  )
}

/** A page's address that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  path?: string
  framed?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A square button whose only content is an icon; `label` is its name, also where the pointer rests on it. */
export function IconButton({
  label,
  path,
  framed,
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      className={className ? `${classes.icon} ${className}` : classes.icon}
      aria-label={label}
      title={label}
      data-framed={framed || undefined}
      {...rest}
    >
      {path ? <Icon path={path} /> : children}
    </button>
  )
}
