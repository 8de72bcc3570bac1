import { useEffect, useRef, useState } from 'react'
import type { Result } from '#client/http.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { PaymentStatus } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { refreshReads } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { t } from './messages.ts'
import { reasonOf } from './reason.ts'

const POLL_MS = 2000
/** Queries before the dialog says that the customer may leave. */
const POLLS = 15

/** A payment and its state. */
export interface OrderPayment {
  readonly isBusy: boolean
  /** Whether the bank takes its time. */
  readonly isWaiting: boolean
  /** Why it failed, in words. */
  readonly fault: string | null
  /** Continues it at the processor, where the customer has to approve it. */
  readonly secret: string | null
}

const idle: OrderPayment = { isBusy: false, isWaiting: false, fault: null, secret: null }

/** Pays an order and follows the payment to its end; `onPaid` is called once it has succeeded. */
export function usePayment(orderId: string, last: PaymentStatus | null, onPaid: () => void) {
  const { api } = usePortal()
  const [state, setState] = useState<OrderPayment>({ ...idle, secret: last?.clientSecret ?? null })
  // One key for each card until its outcome is known: a repeat after a lost answer is not another attempt.
  const attempt = useRef<{ readonly key: string; readonly methodId: string } | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const show = (payment: PaymentStatus) => {
    const { status, clientSecret: secret } = payment
    if (status !== 'processing') refreshReads()
    if (status === 'succeeded') {
      toast(t('dialog.paid'))
      return onPaid()
    }
    setState({ ...idle, secret, fault: reasonOf(payment), isWaiting: status === 'processing' })
  }
  const waitForOutcome = async (answered: string | null): Promise<PaymentStatus | null> => {
    setState({ ...idle, isBusy: true })
    const { data, error } = await pollPayment(() => api.paymentStatus(orderId), { answered, isMounted })
    if (error !== null) setState({ ...idle, fault: failureText(error) })
    else if (data === null && isMounted.current) setState({ ...idle, isWaiting: true })
    return data
  }
  const watch = async (answered: string | null) => {
    const payment = await waitForOutcome(answered)
    if (payment !== null) show(payment)
  }
  // A job may attempt the payment at the same moment, without the customer. Theirs follows where that one fails.
  const payAfterOther = async (methodId: string): Promise<void> => {
    const other = await waitForOutcome(null)
    if (other?.status === 'failed') return pay(methodId, true)
    if (other !== null) show(other)
  }
  const pay = async (methodId: string, isSecond = false): Promise<void> => {
    setState({ ...idle, isBusy: true })
    if (attempt.current?.methodId !== methodId) attempt.current = { key: crypto.randomUUID(), methodId }
    const { data, error } = await api.payOrder(orderId, { paymentMethodId: methodId }, { idempotencyKey: attempt.current.key })
    if (error?.status !== 0) attempt.current = null
    if (data?.status === 'processing') return watch(null)
    if (data !== null) return show(data)
    if (error.code === 'PaymentAlreadyInProgress' && !isSecond) return payAfterOther(methodId)
    // It was paid meanwhile, or is not collected any more.
    const { data: present } = error.code === 'OrderNotEligibleForRetry' ? await api.paymentStatus(orderId) : { data: null }
    if (present?.status === 'succeeded') return show(present)
    setState({ ...idle, fault: failureText(error) })
  }
  return { state, pay, watch }
}

/** The conditions of a poll: the action that the customer has answered already, and the page, which they may leave. */
interface Poll {
  readonly answered: string | null
  readonly isMounted: { readonly current: boolean }
}

/**
 * Queries a payment until it has an outcome, or needs an answer of the customer. The action that they have answered is reported until the
 * bank has worked on the answer. Both results are null where the bank takes its time.
 */
async function pollPayment(read: () => Promise<Result<PaymentStatus>>, { answered, isMounted }: Poll) {
  for (let poll = 0; poll < POLLS && isMounted.current; poll += 1) {
    const { data, error } = await read()
    const isOpen = data?.status === 'processing' || (data?.status === 'requires_action' && data.clientSecret === answered)
    if (data !== null && !isOpen) return { data, error: null }
    if (error !== null && error.status !== 0) return { data: null, error }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return { data: null, error: null }
}
