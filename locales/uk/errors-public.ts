import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Введіть правильну адресу ел. пошти.',
  INVALID_ORIGIN: 'З цієї URL-адреси увійти не можна. Відкрийте власну URL-адресу Guildhall.',
  VALIDATION_ERROR: 'Перевірте виділені поля.',
  RequestValidationError: 'Перевірте виділені поля.',
  ResourceNotFound: 'Цього не існує, або воно належить іншій організації.',
  NETWORK: 'Немає зв’язку з Guildhall. Перевірте з’єднання та спробуйте ще раз.',
  TOO_MANY_REQUESTS: 'Забагато спроб. Зачекайте трохи та спробуйте ще раз.',
  UNEXPECTED: 'Сталася помилка з нашого боку. Нічого не змінено. Спробуйте ще раз.',
  unknown: 'Запит не прийнято. Спробуйте ще раз або зверніться до підтримки й назвіть код: {{code}}.',
}
