import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
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
    </Notice>
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
    case 'currency':
      return {
        text: m['orders.import.ask.currency'](),
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
