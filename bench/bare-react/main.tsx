import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';

/** The least that an app of React with a router is: one route, one form. */
createRoot(document.getElementById('root') as HTMLElement).render(
  <BrowserRouter>
    <Routes>
      <Route
        path="*"
        element={
          <form>
            <input name="username" />
            <input name="password" type="password" />
            <button type="submit">sign in</button>
          </form>
        }
      />
    </Routes>
  </BrowserRouter>,
);
