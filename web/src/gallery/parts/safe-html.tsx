import { SafeHtml } from '../../ui/safe-html.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    formatted: ({ t }) => (
      <SafeHtml
        className="text-muted"
        html={`<h3>${t('invite.how')}</h3><ol><li>${t('invite.step.share')}</li><li><b>${t('invite.step.friend')}</b></li></ol>
          <p>${t('invite.step.receive')} <a href="https://krapao.example">${t('bonus.details')}</a></p>`}
      />
    ),
    'scripts and styles, dropped': ({ t }) => (
      <SafeHtml
        html={`<p style="color:red" onclick="alert(1)">${t('invite.terms')}</p><script>alert(1)</script><img src="x" onerror="alert(1)">`}
      />
    ),
    empty: () => <SafeHtml html="" />,
  },
};
