import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Всё, что входит в ваши покупки.',
  empty: 'Пока ничего нет',
  emptyText: 'Здесь появятся файлы, лицензионные ключи и доступ к сообществам от продавца {{merchant}}.',
  pendingText: 'Идёт подготовка. Обновите страницу через минуту.',
  failedText: 'Подготовить пока не удалось. Мы пробуем снова; если это затянется, свяжитесь с продавцом.',
  status: { granted: 'Активно', needsYou: 'Нужно ваше действие', failed: 'Ошибка', pending: 'Готовится', ended: 'Завершено' },
  account: {
    link: 'Привязать {{provider}}',
    relink: 'Привязать другой аккаунт {{provider}}',
    unlink: 'Отвязать',
    unlinkTitle: 'Отвязать аккаунт {{provider}}?',
    unlinkText: 'Имеющийся доступ сохранится до конца своего срока. Для нового доступа нужно снова привязать аккаунт.',
    linked: 'Аккаунт {{provider}} привязан. Доступ появится через минуту.',
    unlinked: 'Аккаунт {{provider}} отвязан',
    needed: 'Привяжите аккаунт {{provider}}, чтобы получить доступ.',
    pending: 'Доступ готовится. Обновите страницу через минуту.',
    failed:
      'Не удалось настроить доступ. Проверьте, что аккаунт {{provider}} ниже — ваш и всё ещё активен, или привяжите другой. Если не поможет, свяжитесь с продавцом.',
    errors: {
      account_taken:
        'Этот аккаунт {{provider}} уже привязан другим покупателем. Войдите в {{provider}} с другим аккаунтом и попробуйте ещё раз.',
      try_again: '{{provider}} не отвечает. Попробуйте через минуту.',
      not_accepted: '{{provider}} не подтверждает ваш аккаунт. Попробуйте ещё раз.',
      other: 'Аккаунт {{provider}} не привязан. Попробуйте ещё раз.',
    },
  },
}
