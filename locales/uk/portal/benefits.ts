import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Що входить у ваші покупки.',
  empty: 'Переваг поки немає',
  emptyText: 'Тут з’являться завантаження, ліцензійні ключі та членства від продавця {{merchant}}.',
  pendingText: 'Триває підготовка. Оновіть сторінку за хвилину.',
  failedText: 'Підготувати поки не вдалося. Ми пробуємо знову; якщо це затягнеться, зв’яжіться з продавцем.',
  status: { granted: 'Активно', needsYou: 'Потрібна ваша дія', failed: 'Помилка', pending: 'Готується', ended: 'Завершено' },
  account: {
    link: 'Прив’язати {{provider}}',
    relink: 'Прив’язати інший акаунт {{provider}}',
    unlink: 'Відв’язати',
    unlinkTitle: 'Відв’язати акаунт {{provider}}?',
    unlinkText: 'Наявний доступ збережеться до свого закінчення. Для нового доступу прив’яжіть акаунт знову.',
    linked: 'Акаунт {{provider}} прив’язано. Доступ з’явиться за хвилину.',
    unlinked: 'Акаунт {{provider}} відв’язано',
    needed: 'Прив’яжіть акаунт {{provider}}, щоб отримати доступ.',
    pending: 'Доступ готується. Оновіть сторінку за хвилину.',
    failed:
      'Не вдалося налаштувати доступ. Перевірте, чи вказаний нижче акаунт {{provider}} справді ваш і чинний, або прив’яжіть інший. Якщо не допоможе, зв’яжіться з продавцем.',
    errors: {
      account_taken: 'Цей акаунт {{provider}} прив’язав інший покупець. Увійдіть у {{provider}} під іншим і спробуйте ще раз.',
      try_again: '{{provider}} не відповідає. Спробуйте за хвилину.',
      not_accepted: '{{provider}} не підтверджує ваш акаунт. Спробуйте ще раз.',
      other: 'Акаунт {{provider}} не прив’язано. Спробуйте ще раз.',
    },
  },
}
