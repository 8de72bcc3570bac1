import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'Деньги не спишутся. Введите {{card}}, любую будущую дату и любой код.',
  fillIn: 'Заполнить',
  label: 'Тестовая карта',
  paid: 'Оплачено',
  declined: 'Отклонено',
  insufficientFunds: 'Отклонено: недостаточно средств',
  lostCard: 'Отклонено: карта утеряна',
  stolenCard: 'Отклонено: карта украдена',
  expiredCard: 'Отклонено: срок карты истёк',
  incorrectCvc: 'Отклонено: неверный код безопасности',
  processingError: 'Отклонено: ошибка банка',
  fraudulent: 'Заблокировано: подозрение на мошенничество',
  savedDeclined: 'Отклонено сейчас и позже, при списании с сохранённой карты',
  confirmed: 'Нужно подтверждение в банке',
  alwaysConfirmed: 'Нужно подтверждение каждый раз',
  confirmedDeclined: 'Подтверждено, затем отклонено',
  disputed: 'Оплачено, затем оспорено',
  refundLate: 'Оплачено, возврат занимает минуту',
  refundFails: 'Оплачено, возврат не проходит',
  slow: 'Оплачено через некоторое время',
  lost: 'Оплачено, но ответ потерян',
  doubled: 'Оплачено, уведомление пришло дважды',
  declinedLater: 'Отклонено через минуту',
  savedUncovered: 'Оплачено сейчас, позже недостаточно средств',
  savedExpired: 'Оплачено сейчас, позже срок карты истёк',
}
