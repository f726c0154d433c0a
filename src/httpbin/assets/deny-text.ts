/** What `/deny` answers, for whoever has not read `/robots.txt`. */
export const denyText = String.raw`
          ___________________
         /                   \
        |   K E E P   O U T   |
        |  robots above all   |
         \___________________/
                 |  |
                 |  |      o_o   but I only
                 |  |     <|_|>  wanted to look
        _________|__|______/_\_________
           YOU SHOULDN'T BE HERE
`;
