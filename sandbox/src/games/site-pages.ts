import type { Game } from './catalogue.ts';

export function signInPage(game: Game, hiddenFields: Record<string, string>, problem = ''): string {
  const hidden = Object.entries(hiddenFields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${asText(value)}">`,
  );
  return page(
    game,
    'Sign in',
    `<form class="card stack narrow" method="post" action="/games/${game.code}/login" aria-labelledby="title">
        <h2 id="title">Sign in to play</h2>
        ${hidden.join('\n        ')}
        <label>Username
          <input class="input" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required>
        </label>
        <label>Password
          <input class="input" type="password" name="password" autocomplete="current-password" required>
        </label>
        <p class="problem" role="alert">${asText(problem)}</p>
        <button class="button strong" type="submit">Sign in</button>
      </form>`,
  );
}

export function tablePage(game: Game, username: string): string {
  return page(
    game,
    'Table',
    `<section class="card stack" aria-label="Your money at the table">
        <p class="muted small">Signed in as <strong id="username">${asText(username)}</strong></p>
        <dl class="columns">
          <div>
            <dt>Balance</dt>
            <dd class="figures"><output id="balance">–</output> <span class="muted small" data-currency></span></dd>
          </div>
          <div>
            <dt>In play</dt>
            <dd class="figures"><output id="in-play">–</output> <span class="muted small" data-currency></span></dd>
          </div>
        </dl>
      </section>

      <section class="card stack" aria-labelledby="play-title">
        <h2 id="play-title">Play</h2>
        <label>Stake
          <input id="stake" class="input figures" type="number" inputmode="decimal" min="0.01" step="0.01" value="10">
        </label>
        <fieldset class="columns three">
          <legend>Quick stakes</legend>
          <button class="button" type="button" data-pick="10">10</button>
          <button class="button" type="button" data-pick="50">50</button>
          <button class="button" type="button" data-pick="100">100</button>
        </fieldset>
        <fieldset class="columns three">
          <legend>Play a round</legend>
          <button class="button win" type="button" data-result="win">Win</button>
          <button class="button lose" type="button" data-result="lose">Lose</button>
          <button class="button strong" type="button" data-result="spin">Spin</button>
        </fieldset>
        <button id="place" class="button" type="button">Place a bet</button>
        <p id="news" class="news" role="status"></p>
        <p id="problem" class="problem" role="alert"></p>
      </section>

      <section class="card stack" aria-labelledby="bets-title">
        <h2 id="bets-title">Open bets</h2>
        <ul id="bets" class="rows"></ul>
        <p id="no-bets" class="muted small">A bet you place stays open here until it wins or loses.</p>
      </section>`,
    '<script type="module" src="/page/table.js"></script>',
  );
}

export function closedPage(game: Game): string {
  return page(
    game,
    'Table closed',
    `<section class="card stack narrow">
        <h2>This table is closed</h2>
        <p class="muted">The link is unknown or older than 12 hours. Open the game again, or sign in here.</p>
        <p><a class="button strong" href="/games/${game.code}/">Sign in</a></p>
      </section>`,
  );
}

export function appPage(game: Game, system: string): string {
  return page(
    game,
    `${system} app`,
    `<section class="card stack narrow">
        <h2>${game.name} for ${system}</h2>
        <p class="muted">The app of ${game.name} would be here.</p>
      </section>`,
  );
}

function page(game: Game, title: string, content: string, script = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · ${game.name}</title>
    <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/page/tokens.css">
    <link rel="stylesheet" href="/page/page.css">
    <link rel="stylesheet" href="/page/table.css">
    <link rel="stylesheet" href="/page/game-colours.css">
    ${script}
  </head>
  <body class="site" data-game="${game.code}">
    <header>
      <h1>${game.name}</h1>
      <p class="muted small">A game of the sandbox: no real money.</p>
    </header>
    <main>
      ${content}
    </main>
  </body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function asText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
