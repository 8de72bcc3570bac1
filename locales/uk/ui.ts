import type { ui as en } from '../en/ui.ts'
import type { Messages } from '../translator.ts'

/** The messages of the basic components of the design system, on every page. */
export const ui: Messages<typeof en> = {
  copy: 'Копіювати',
  copied: 'Скопійовано',
  optional: 'Необов’язково',
  showPassword: 'Показати пароль',
  hidePassword: 'Сховати пароль',
  loading: 'Завантаження',
  failedTitle: 'Сталася помилка',
  failedText: 'Спробуйте ще раз або зверніться до підтримки й назвіть ID запиту.',
  offlineTitle: 'Немає з’єднання',
  offlineText: 'Немає зв’язку з Guildhall. Ця сторінка може бути неактуальною.',
  tryAgain: 'Спробувати ще раз',
  requestId: 'ID запиту',
}
