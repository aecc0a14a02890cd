import { css } from 'lit';

/** The styles of a small celebration for a payment that arrives while the shopper looks at the code. */
export const arrivalStyles = css`
  .arrived .outcome::before {
    content: '';
    grid-area: 1 / 1;
    place-self: center;
    width: 6px;
    height: 6px;
    margin-bottom: var(--_gap);
    border-radius: 50%;
    opacity: 0;
    box-shadow:
      0 -56px var(--_pix),
      40px -40px var(--_good),
      56px 0 var(--_warn),
      40px 40px var(--_pix),
      0 56px var(--_good),
      -40px 40px var(--_warn),
      -56px 0 var(--_pix),
      -40px -40px var(--_good),
      22px -66px var(--_warn),
      66px 22px var(--_good),
      -22px 66px var(--_pix),
      -66px -22px var(--_warn);
  }
  .arrived .outcome .icon {
    grid-area: 1 / 1;
  }
  @media (prefers-reduced-motion: no-preference) {
    .arrived .icon {
      animation: pop 0.5s cubic-bezier(0.3, 1.6, 0.6, 1) backwards;
    }
    .arrived .outcome::before {
      animation: burst 0.9s 0.15s ease-out;
    }
  }
  @keyframes pop {
    from {
      scale: 0.4;
    }
  }
  @keyframes burst {
    from {
      scale: 0.3;
      opacity: 1;
    }
    70% {
      opacity: 1;
    }
    to {
      scale: 1.15;
      opacity: 0;
    }
  }
`;
