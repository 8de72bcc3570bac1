import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'Нічого не буде списано. Введіть {{card}}, будь-яку майбутню дату й будь-який код.',
  fillIn: 'Заповнити',
  label: 'Тестова картка',
  paid: 'Оплачено',
  declined: 'Відхилено',
  insufficientFunds: 'Відхилено: недостатньо коштів',
  lostCard: 'Відхилено: картку загублено',
  stolenCard: 'Відхилено: картку вкрадено',
  expiredCard: 'Відхилено: термін дії картки минув',
  incorrectCvc: 'Відхилено: неправильний код безпеки',
  processingError: 'Відхилено: помилка банку',
  fraudulent: 'Заблоковано: шахрайство',
  savedDeclined: 'Відхилено зараз і потім як збережену картку',
  confirmed: 'Потрібне підтвердження в банку',
  alwaysConfirmed: 'Потрібне підтвердження щоразу',
  confirmedDeclined: 'Підтверджено, потім відхилено',
  disputed: 'Оплачено, потім оскаржено',
  refundLate: 'Оплачено, повернення триває хвилину',
  refundFails: 'Оплачено, повернення не проходить',
  slow: 'Оплачено за деякий час',
  lost: 'Оплачено, але відповідь втрачено',
  doubled: 'Оплачено й повідомлено двічі',
  declinedLater: 'Відхилено за хвилину',
  savedUncovered: 'Оплачено зараз, потім бракує коштів',
  savedExpired: 'Оплачено зараз, потім термін дії картки минув',
}
