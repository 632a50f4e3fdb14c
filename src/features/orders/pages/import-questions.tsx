import { type ReactNode, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import type { Question, Reading, Wish } from '../reading-contract.ts'
import classes from './import.module.css'
import { inCurrency } from './import-words.ts'

interface QuestionsProps {
  reading: Reading
  onAnswer: (answer: Partial<Wish>) => void
}

/** What a file leaves open, one question after the other: nothing of it is guessed. */
export function ImportQuestions({ reading, onAnswer }: QuestionsProps) {
  const [question] = reading.questions
  if (!question) return null
  const { text, answers } = asked(question, reading)
  return (
    <Notice kind="warning">
      <p className={classes.question}>{text}</p>
      <span className={classes.answers}>
        {answers.map(({ label, answer }) => (
          <Button key={label} onClick={() => onAnswer(answer)}>
            {label}
          </Button>
        ))}
      </span>
      {question.id === 'tax' && question.options.length > 0 ? <OtherRate onAnswer={onAnswer} /> : undefined}
    </Notice>
  )
}

/** A rate of another country, or of the Canary Islands. */
function OtherRate({ onAnswer }: { onAnswer: (answer: Partial<Wish>) => void }) {
  const [rate, setRate] = useState('')
  const plain = rate.trim().replace('%', '').trim().replace(',', '.')
  return (
    <span className={classes.rate}>
      <TextField
        label={m['orders.import.ask.taxOther']()}
        inputMode="decimal"
        value={rate}
        onChange={({ currentTarget }) => setRate(currentTarget.value)}
      />
      <Button disabled={!/^\d{1,2}(\.\d{1,2})?$/.test(plain)} onClick={() => onAnswer({ taxRate: plain })}>
        {m['orders.import.ask.taxOtherApply']()}
      </Button>
    </span>
  )
}

interface Asked {
  text: ReactNode
  answers: { label: string; answer: Partial<Wish> }[]
}

function asked(question: Question, reading: Reading): Asked {
  const { id, values, options } = question
  const column = question.column ?? ''
  switch (id) {
    case 'decimal':
      return {
        text: m['orders.import.ask.decimal']({ column, values }),
        answers: [
          { label: m['ui.sheet.decimalComma'](), answer: { decimal: ',' } },
          { label: m['ui.sheet.decimalPoint'](), answer: { decimal: '.' } },
        ],
      }
    case 'dateFormat':
      return {
        text: m['orders.import.ask.date']({ column, value: values }),
        answers: options.map(({ value, at }) => ({
          label: at ? here().date(at) : value,
          answer: { dateFormat: value },
        })),
      }
    case 'dollar':
      return {
        text: m['orders.import.ask.dollar']({ column, value: values }),
        answers: options.map(({ value }) => ({ label: value, answer: { dollar: value } })),
      }
    case 'currency':
      return {
        text: values
          ? m['orders.import.ask.currencyOf']({ column, value: values })
          : m['orders.import.ask.currency'](),
        answers: options.map(({ value }) => ({ label: value, answer: { currency: value } })),
      }
    case 'totalOf':
      return {
        text: m['orders.import.ask.totalOf']({ column, value: values }),
        answers: [
          { label: m['orders.import.ask.totalOfOrder'](), answer: { totalOf: 'order' } },
          { label: m['orders.import.ask.totalOfLine'](), answer: { totalOf: 'line' } },
        ],
      }
    case 'refundedOf':
      return {
        text: m['orders.import.ask.refundedOf']({ column, value: values }),
        answers: [
          { label: m['orders.import.ask.totalOfOrder'](), answer: { refundedOf: 'order' } },
          { label: m['orders.import.ask.totalOfLine'](), answer: { refundedOf: 'line' } },
        ],
      }
    case 'tax': {
      if (options.length > 0)
        return {
          text: m['orders.import.ask.taxInside']({ column, value: values }),
          answers: options.map(({ value }) => ({
            label:
              value === '0'
                ? m['orders.import.ask.taxNone']()
                : m['orders.import.ask.taxOf']({ rate: here().number(Number(value)) }),
            answer: { taxRate: value },
          })),
        }
      const { tax, ...columns } = reading.map?.columns ?? {}
      return {
        text: m['orders.import.ask.tax']({ column, values }),
        answers: [
          {
            label: m['orders.import.ask.taxRate'](),
            answer: { columns: tax ? { ...columns, taxRate: tax } : columns },
          },
          {
            label: m['orders.import.ask.taxAmount'](),
            answer: { columns: reading.map?.columns ?? {} },
          },
        ],
      }
    }
    case 'shipping': {
      const { total = '' } = reading.map?.columns ?? {}
      const [all = '', sent = ''] = values.split(' · ')
      return {
        text: m['orders.import.ask.shipping']({ column: total, shipping: column, all, sent }),
        answers: [
          {
            label: m['orders.import.ask.shippingInside'](),
            answer: { columns: { ...reading.map?.columns, shipping: column } },
          },
          { label: m['orders.import.ask.shippingApart'](), answer: { shipping: 'apart' } },
        ],
      }
    }
    case 'cents': {
      const currency = reading.map?.constants?.currency ?? 'EUR'
      const value = Number(values.replace(/\D/g, ''))
      return {
        text: m['orders.import.ask.cents']({ column, value: values }),
        answers: [
          { label: inCurrency((value / 100).toFixed(2), currency), answer: { cents: true } },
          { label: inCurrency(value.toFixed(2), currency), answer: { cents: false } },
        ],
      }
    }
  }
}
